import { isUtf8 } from 'node:buffer';
import type { RowsFile } from './open-rows-file.ts';

/** Bytes at the start of a file in which its beginning is searched for. */
const maxHeadBytes = 65_536;

/** A file in two: the bytes before a place, and the rest as a file of its own. */
export type SplitFile = {
  readonly head: Buffer;
  readonly rest: RowsFile;
  /** False where the place was not found: everything that was read is in `head`. */
  readonly isFound: boolean;
};

/** Splits a file at the place that `find` tells from the bytes so far. Looks at some 65,536 bytes at most. */
export async function splitHead(
  file: RowsFile,
  find: (bytes: Buffer) => number | undefined,
): Promise<SplitFile> {
  const chunks = file.read()[Symbol.asyncIterator]();
  let bytes: Buffer = Buffer.alloc(0);
  let place: number | undefined;
  while (place === undefined && bytes.length < maxHeadBytes) {
    const next = await chunks.next();
    if (next.done) break;
    bytes = Buffer.concat([bytes, next.value]);
    place = find(bytes);
  }
  if (place === undefined) await chunks.return?.();
  const rest = {
    ...file,
    async *read() {
      yield bytes.subarray(place ?? bytes.length);
      try {
        for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
      } finally {
        await chunks.return?.();
      }
    },
  };
  return { head: bytes.subarray(0, place), rest, isFound: place !== undefined };
}

/** The first character of a file that is no white space (empty for none), and the file as a whole. */
export async function peekSign(file: RowsFile): Promise<{ readonly sign: string; readonly file: RowsFile }> {
  let sign = '';
  const { rest } = await splitHead(file, (bytes) => {
    sign = bytes.toString('latin1').replace(/^(?:\u00ef\u00bb\u00bf|\s)+/, '')[0] ?? '';
    return sign === '' ? undefined : 0;
  });
  return { sign, file: rest };
}

/** The number of the first line, from 1, that is not in UTF-8; undefined where all are. */
export function findLineNotUtf8(bytes: Buffer): number | undefined {
  if (isUtf8(bytes)) return undefined;
  let line = 1;
  for (let at = 0; at < bytes.length; line += 1) {
    const end = bytes.indexOf(0x0a, at);
    const next = end < 0 ? bytes.length : end + 1;
    if (!isUtf8(bytes.subarray(at, next))) break;
    at = next;
  }
  return line;
}
