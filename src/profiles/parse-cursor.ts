import { decodeCursor } from '../platform/cursors.ts';
import { ProfileError } from './errors.ts';

/** The key that the page before ended with. Throws `cursor_invalid` for what cannot be one. */
export function parseCursor(cursor: string): string {
  const place = decodeCursor(cursor, /^[\w-]{1,80}$/);
  if (place === undefined) throw new ProfileError('cursor_invalid');
  return place[0];
}
