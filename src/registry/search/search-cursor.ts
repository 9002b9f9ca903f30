import { createHash } from 'node:crypto';
import { decodeCursor, encodeCursor } from '../../platform/cursors.ts';
import { CursorError } from '../../platform/errors.ts';
import type { SearchPlace } from './search-matches-store.ts';

/** Where a search goes on: after which row, of which generation. */
export type SearchCursor = SearchPlace & { readonly generation: number };

/** PostgreSQL counts the rows of a page in two bytes. */
const largestItem = 0xffff;

/** A cursor as clients hand it back: opaque, and good only for the criteria that it came from. */
export function encodeSearchCursor(cursor: SearchCursor, criteria: object): string {
  const { generation, page, item } = cursor;
  return encodeCursor(`${generation}.${page}.${item}.${digest(criteria)}`);
}

/** Throws `cursor_invalid` for what is no cursor, or one of another search. */
export function decodeSearchCursor(text: string, criteria: object): SearchCursor {
  const place = decodeCursor(text, /^(\d{1,9})\.(\d{1,9})\.(\d{1,5})\.([\w-]{12})$/);
  const [generation, page, item] = (place?.slice(1, 4) ?? []).map(Number);
  if (generation === undefined || page === undefined || item === undefined) {
    throw new CursorError('cursor_invalid');
  }
  if (place?.[4] !== digest(criteria) || item > largestItem) throw new CursorError('cursor_invalid');
  return { generation, page, item };
}

function digest(criteria: object): string {
  const entries = Object.entries(criteria).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(entries)).digest('base64url').slice(0, 12);
}
