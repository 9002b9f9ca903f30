import { type Scope, scopes } from '../platform/tokens/index.ts';
import type { Role } from './types.ts';

const analyst: readonly Scope[] = [
  'attempts:read',
  'liveness:read',
  'people:read',
  'companies:read',
  'executions:write',
  'cases:read',
  'cases:write',
  'cases:decide',
];

/** The scopes of each role. An auditor reads everything and changes nothing; a developer sees nobody's data. */
export const scopesOfRole: Readonly<Record<Role, readonly Scope[]>> = {
  administrator: scopes,
  supervisor: [...analyst, 'companies:contacts', 'faces:duplicates', 'people:export', 'audit:read'],
  analyst,
  auditor: [
    'attempts:read',
    'liveness:read',
    'people:read',
    'companies:read',
    'companies:contacts',
    'cases:read',
    'audit:read',
  ],
  developer: ['companies:read'],
};
