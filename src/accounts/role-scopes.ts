import { type Scope, scopes } from '../platform/tokens/index.ts';
import type { Role } from './types.ts';

const analyst: readonly Scope[] = [
  'attempts:read',
  'liveness:read',
  'people:read',
  'companies:read',
  'executions:read',
  'executions:write',
  'cases:read',
  'cases:write',
  'cases:decide',
];

/**
 * The scopes of each role. An auditor reads everything and changes nothing; he gets no file of everything known of a
 * person, since that leaves the house. A developer sees nobody's data.
 */
export const scopesOfRole: Readonly<Record<Role, readonly Scope[]>> = {
  administrator: scopes,
  supervisor: [
    ...analyst,
    'companies:contacts',
    'faces:duplicates',
    'people:export',
    'people:hold',
    'audit:read',
  ],
  analyst,
  auditor: [
    'attempts:read',
    'liveness:read',
    'faces:read',
    'faces:duplicates',
    'people:read',
    'companies:read',
    'companies:contacts',
    'executions:read',
    'events:read',
    'webhooks:read',
    'cases:read',
    'audit:read',
    'system:read',
    'clients:read',
  ],
  developer: ['companies:read'],
};
