import { createHash } from 'node:crypto';
import { RegistryError } from '../errors.ts';
import type { SearchPlace } from './search-store.ts';

/** Where a search goes on: after which row, of which generation. */
export type SearchCursor = SearchPlace & { readonly generation: number };

/** PostgreSQL counts the rows of a page in two bytes. */
const largestItem = 0xffff;

/** A cursor as clients hand it back: opaque, and good only for the criteria that it came from. */
export function encodeSearchCursor(cursor: SearchCursor, criteria: object): string {
  const { generation, page, item } = cursor;
  return Buffer.from(`${generation}.${page}.${item}.${digest(criteria)}`).toString('base64url');
}

/** Rejects with `search_cursor_invalid` what is no cursor, or one of another search. */
export function decodeSearchCursor(text: string, criteria: object): SearchCursor {
  const bytes = Buffer.from(text, 'base64url');
  const parts = /^(\d{1,9})\.(\d{1,9})\.(\d{1,5})\.([\w-]{12})$/.exec(bytes.toString('latin1'));
  const isOurs = parts !== null && parts[4] === digest(criteria) && Number(parts[3]) <= largestItem;
  // Decoding passes over what does not belong there.
  if (!isOurs || bytes.toString('base64url') !== text) throw new RegistryError('search_cursor_invalid');
  return { generation: Number(parts[1]), page: Number(parts[2]), item: Number(parts[3]) };
}

function digest(criteria: object): string {
  const entries = Object.entries(criteria).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(entries)).digest('base64url').slice(0, 12);
}
