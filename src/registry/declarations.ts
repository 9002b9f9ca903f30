import Type from 'typebox';
import { defineEventType } from '../platform/events/index.ts';

export const registrySwitched = defineEventType({
  name: 'registry.switched',
  version: 1,
  scope: 'companies:read',
  meaning: 'The registry answers from another month, after an import or a rollback.',
  data: Type.Object({
    dataMonth: Type.String({ pattern: '^\\d{4}-\\d{2}$', description: 'The month, YYYY-MM.' }),
  }),
});
