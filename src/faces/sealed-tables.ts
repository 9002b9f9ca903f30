import type { SealedTable } from '../platform/encryption/index.ts';

/** What the template of a registered face is sealed as. */
export function faceContext(id: string): string {
  return `face:${id}`;
}

/** What the personal part of an attempt is sealed as. */
export function attemptContext(id: string): string {
  return `attempt:${id}`;
}

/** The tables of this domain whose rows hold sealed keys. */
export const facesSealedTables: readonly SealedTable[] = [
  { table: 'faces', idColumn: 'id', contextOf: faceContext },
  { table: 'attempts', idColumn: 'id', contextOf: attemptContext },
];
