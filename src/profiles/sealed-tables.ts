import { defineSealedColumns, type SealedTable } from '../platform/encryption/index.ts';

/** The answer about a person, as JSON text. */
export const sealedDocument = defineSealedColumns('profiles', { prefix: 'profile' });

/** A profile's state. */
export const sealedState = defineSealedColumns('profile_states', {
  prefix: 'profile-state',
  idColumn: 'profile_id',
});

/** The personal part of an execution. */
export const sealedExecution = defineSealedColumns('executions', { prefix: 'execution' });

/** The answer of a source. */
export const sealedAnswer = defineSealedColumns('profile_sources', { prefix: 'profile-source' });

/** A change of a profile. */
export const sealedHistory = defineSealedColumns('profile_history', { prefix: 'profile-history' });

/** The tables of this domain whose rows hold sealed keys. */
export const profilesSealedTables: readonly SealedTable[] = [
  sealedDocument,
  sealedState,
  sealedExecution,
  sealedAnswer,
  sealedHistory,
];
