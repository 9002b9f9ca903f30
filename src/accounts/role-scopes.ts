import type { Environment } from '../platform/environment/environment-store.ts';
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

/** In a sandbox, whose people are made up: all that a program is given to work with, and the programs themselves. */
const sandboxDeveloper: readonly Scope[] = [
  'faces:authenticate',
  'attempts:read',
  'liveness:write',
  'liveness:read',
  'faces:read',
  'faces:write',
  'faces:duplicates',
  'people:read',
  'people:erase',
  'people:export',
  'companies:read',
  'companies:contacts',
  'executions:read',
  'executions:write',
  'templates:write',
  'events:read',
  'webhooks:read',
  'webhooks:write',
  'clients:read',
  'clients:write',
];

/**
 * The scopes of a role. Developers have the clients of a sandbox; elsewhere they see nobody's data and no client. Nobody
 * gives a client a scope that he lacks, so that a developer makes no client that manages accounts.
 *
 * See docs/decisions/0099.
 */
export function scopesOf(role: Role, environment: Environment): readonly Scope[] {
  return role === 'developer' && environment === 'sandbox' ? sandboxDeveloper : scopesOfRole[role];
}

/**
 * The scopes of each role on a live service. An auditor reads everything, changes nothing, verifies the audit log and takes it away; he gets no file of everything known of a
 * person, since that leaves the house. A developer sees nobody's data.
 */
const scopesOfRole: Readonly<Record<Role, readonly Scope[]>> = {
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
    'audit:export',
    'system:read',
    'clients:read',
  ],
  developer: ['companies:read'],
};
