import type { Tables } from '../db/index.ts';
import type { RecordCipher, SealedColumns } from './record-cipher.ts';

/**
 * A table whose rows hold sealed records in the columns `key_id` and `wrapped_key`, for whoever works on all of
 * them. An erased record has no `wrapped_key`.
 */
export type SealedTable = {
  readonly table: keyof Tables & string;
  /** The primary key, one column of text. */
  readonly idColumn: string;
  /** The context that the row of an id was sealed with. */
  readonly contextOf: (id: string) => string;
};

/** The names of the columns, in the order of `toSealedValues`. */
export const sealedColumnNames = ['key_id', 'wrapped_key', 'ciphertext'] as const;

/** The columns of a row whose record was erased. */
export const erasedColumns = { key_id: null, wrapped_key: null, ciphertext: null } as const;

/**
 * The one mapping between what a table's rows hold and the columns it is sealed in. `prefix` and the id are the context
 * of the record (`face:fac_...`): neither can change while rows are stored.
 */
export function defineSealedColumns(
  table: SealedTable['table'],
  { prefix, idColumn = 'id' }: { readonly prefix: string; readonly idColumn?: string },
) {
  const contextOf = (id: string) => `${prefix}:${id}`;
  const seal = (cipher: RecordCipher, id: string, content: Uint8Array | string): SealedColumns =>
    cipher.seal(typeof content === 'string' ? Buffer.from(content) : content, contextOf(id));
  const open = (cipher: RecordCipher, id: string, columns: SealedColumns): Uint8Array =>
    cipher.open(columns, contextOf(id));
  const openText = (cipher: RecordCipher, id: string, columns: SealedColumns): string =>
    Buffer.from(open(cipher, id, columns)).toString();
  return {
    table,
    idColumn,
    contextOf,
    /** The columns of a row with this id. A text is sealed as UTF-8. */
    seal,
    /** The content of the row with this id. Throws like `RecordCipher.open`. */
    open,
    /** The same for content that is text. */
    openText,
    /** The columns of a row whose content is JSON. */
    sealJson: (cipher: RecordCipher, id: string, content: unknown) =>
      seal(cipher, id, JSON.stringify(content)),
    /** The content as it was given to `sealJson`. Its shape is not checked: the cipher knows that we wrote it. */
    openJson: <Content>(cipher: RecordCipher, id: string, columns: SealedColumns): Content =>
      JSON.parse(openText(cipher, id, columns)),
  };
}

/** The sealed columns of a row that has others too. */
export function pickSealedColumns({ key_id, wrapped_key, ciphertext }: SealedColumns): SealedColumns {
  return { key_id, wrapped_key, ciphertext };
}

/** The sealed columns of a row that may be without them; undefined when it is. */
export function findSealedColumns(
  row: {
    readonly [Name in keyof SealedColumns]: SealedColumns[Name] | null;
  },
): SealedColumns | undefined {
  const { key_id, wrapped_key, ciphertext } = row;
  if (key_id === null || wrapped_key === null || ciphertext === null) return undefined;
  return { key_id, wrapped_key, ciphertext };
}

/** The values of the columns in the order of `sealedColumnNames`, for rows that are copied. */
export function toSealedValues(columns: SealedColumns): readonly [string, Uint8Array, Uint8Array] {
  return [columns.key_id, columns.wrapped_key, columns.ciphertext];
}
