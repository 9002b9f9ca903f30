const signature = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1');
const headerBytes = signature.byteLength + 8;
const trailer = Buffer.from([0xff, 0xff]);

/** One whole binary COPY with its rows counted. */
export type CopyPart = { readonly bytes: Buffer; readonly rows: number };

/**
 * A binary COPY cut between rows into ones that are each whole, of about so many bytes. A row is a count of fields of
 * two bytes and each field a length of four with its bytes; a count of -1 ends it (PostgreSQL's documentation of COPY,
 * "Binary Format").
 */
export async function* splitCopy(
  stream: AsyncIterable<Uint8Array>,
  partBytes: number,
): AsyncGenerator<CopyPart> {
  let held = Buffer.alloc(0);
  let header: Buffer | undefined;
  let rows = 0;
  let position = 0;
  for await (const bytes of stream) {
    held = Buffer.concat([held, bytes]);
    if (header === undefined) {
      if (held.byteLength < headerBytes) continue;
      header = held.subarray(0, headerBytes);
      held = held.subarray(headerBytes);
    }
    for (;;) {
      const end = findRowEnd(held, position);
      if (end === undefined) break;
      position = end;
      rows += 1;
      if (position >= partBytes) {
        yield { bytes: Buffer.concat([header, held.subarray(0, position), trailer]), rows };
        held = held.subarray(position);
        position = 0;
        rows = 0;
      }
    }
  }
  if (header === undefined || held.byteLength - position !== 2 || held.readInt16BE(position) !== -1) {
    throw new TypeError('the database ended a COPY early');
  }
  if (rows > 0) yield { bytes: Buffer.concat([header, held.subarray(0, position), trailer]), rows };
}

/** Where the row that begins at a place ends; undefined when it is not all there, or is the end mark. */
function findRowEnd(bytes: Buffer, start: number): number | undefined {
  if (bytes.byteLength < start + 2) return undefined;
  const fields = bytes.readInt16BE(start);
  if (fields < 0) return undefined;
  let at = start + 2;
  for (let field = 0; field < fields; field += 1) {
    if (bytes.byteLength < at + 4) return undefined;
    const length = bytes.readInt32BE(at);
    at += 4 + Math.max(0, length);
    if (bytes.byteLength < at) return undefined;
  }
  return at;
}
