import Type from 'typebox';
import { defineEventType, eventId } from '../platform/events/index.ts';
import { personIdKind } from '../platform/ids.ts';

export const personErased = defineEventType({
  name: 'person.erased',
  version: 1,
  scope: 'people:read',
  meaning: 'A person was erased: delete your data of this id.',
  data: Type.Object({ personId: eventId(personIdKind) }),
});
