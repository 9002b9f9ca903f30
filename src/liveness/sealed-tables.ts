import { defineSealedColumns, type SealedTable } from '../platform/encryption/index.ts';

/** The context that seals the personal part of a session. */
export function sessionContext(id: string): string {
  return `liveness-session:${id}`;
}

/** The fingerprints of a session's frames. */
export const sealedFingerprints = defineSealedColumns('liveness_fingerprints', {
  prefix: 'liveness-fingerprints',
  idColumn: 'session_id',
});

/** The tables of this domain whose rows hold sealed keys. */
export const livenessSealedTables: readonly SealedTable[] = [
  { table: 'liveness_sessions', idColumn: 'id', contextOf: sessionContext },
  sealedFingerprints,
];
