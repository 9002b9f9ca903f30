import { CursorError } from './errors.ts';

/** A place in a list as clients get it and hand it back: opaque, and good only for the list it came from. */
export function encodeCursor(place: string): string {
  return Buffer.from(place).toString('base64url');
}

/**
 * The place of a cursor, matched against the form that places of the list have; undefined without a cursor. Each place
 * has one cursor: what decoding would pass over is refused. Throws `cursor_invalid`.
 */
export function decodeCursor(cursor: string | undefined, form: RegExp): RegExpExecArray | undefined {
  if (cursor === undefined) return undefined;
  const place = Buffer.from(cursor, 'base64url').toString();
  const found = encodeCursor(place) === cursor ? form.exec(place) : null;
  if (found === null) throw new CursorError('cursor_invalid');
  return found;
}

/** The entries of a list that is read in pages, each after the last entry of the one before. */
export async function* walkPages<Item extends { readonly id: string }>(
  limit: number,
  list: (page: { readonly after: string | undefined; readonly limit: number }) => Promise<readonly Item[]>,
): AsyncGenerator<Item> {
  for (let after: string | undefined; ; ) {
    const page = await list({ after, limit });
    yield* page;
    if (page.length < limit) return;
    after = page.at(-1)!.id;
  }
}
