import { ProfileError } from './errors.ts';

/** A place in a list as clients hand it back: opaque, and only good for the list it came from. */
export function encodeCursor(key: string): string {
  return Buffer.from(key).toString('base64url');
}

/** The key of a cursor. Throws `cursor_invalid` for what cannot be one. */
export function decodeCursor(cursor: string): string {
  const key = Buffer.from(cursor, 'base64url').toString();
  if (!/^[\w-]{1,80}$/.test(key) || encodeCursor(key) !== cursor) throw new ProfileError('cursor_invalid');
  return key;
}
