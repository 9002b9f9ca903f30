import type { SealedTable } from '../platform/encryption/index.ts';

/** What the answer about a person is sealed as. */
export function profileContext(id: string): string {
  return `profile:${id}`;
}

/** What a profile's state is sealed as. */
export function profileStateContext(id: string): string {
  return `profile-state:${id}`;
}

/** What the personal part of an execution is sealed as. */
export function executionContext(id: string): string {
  return `execution:${id}`;
}

/** What the answer of a source is sealed as. */
export function profileSourceContext(id: string): string {
  return `profile-source:${id}`;
}

/** What a change of a profile is sealed as. */
export function historyContext(id: string): string {
  return `profile-history:${id}`;
}

/** The tables of this domain whose rows hold sealed keys. */
export const profilesSealedTables: readonly SealedTable[] = [
  { table: 'profiles', idColumn: 'id', contextOf: profileContext },
  { table: 'profile_states', idColumn: 'profile_id', contextOf: profileStateContext },
  { table: 'executions', idColumn: 'id', contextOf: executionContext },
  { table: 'profile_sources', idColumn: 'id', contextOf: profileSourceContext },
  { table: 'profile_history', idColumn: 'id', contextOf: historyContext },
];
