/** A place in a list as clients get it and hand it back: opaque, and good only for the list it came from. */
export function encodeCursor(place: string): string {
  return Buffer.from(place).toString('base64url');
}

/**
 * The place of a cursor, matched against the form that places of the list have; undefined for what cannot be a cursor
 * of it. Each place has one cursor: what decoding would pass over is refused.
 */
export function decodeCursor(cursor: string, form: RegExp): RegExpExecArray | undefined {
  const place = Buffer.from(cursor, 'base64url').toString();
  return encodeCursor(place) === cursor ? (form.exec(place) ?? undefined) : undefined;
}
