import { createWriteStream, type WriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

export type ZipMember = {
  readonly name: string;
  readonly modified: Date;
  /** Its bytes, in pieces of any size. */
  readonly content: AsyncIterable<Buffer> | Iterable<Buffer>;
};

type Written = { readonly member: ZipMember; crc: number; compressed: number; size: number; offset: number };

/**
 * Writes a zip of deflated members, streamed: sizes and CRC follow the data (bit 3 of the flags, APPNOTE 4.4.4). With
 * `zip64` every size and place is written in the records of 64 bits (4.5.3), as archives of 4 GB or more need.
 */
export async function writeZip(
  path: string,
  members: readonly ZipMember[],
  { zip64 = false }: { readonly zip64?: boolean } = {},
): Promise<void> {
  const out = createWriteStream(path);
  const written: Written[] = [];
  let at = 0;
  for (const member of members) {
    const one = await writeMember(out, member, at, zip64);
    written.push(one.about);
    at = one.end;
  }
  const directory = Buffer.concat(written.map((one) => directoryEntry(one, zip64)));
  out.write(directory);
  out.write(directoryEnd(written.length, directory.length, at, zip64));
  out.end();
  await finished(out);
}

async function writeMember(
  out: WriteStream,
  member: ZipMember,
  offset: number,
  zip64: boolean,
): Promise<{ readonly about: Written; readonly end: number }> {
  const name = Buffer.from(member.name, 'latin1');
  // The extra field of 64 bits says that sizes behind the data have eight bytes each.
  const extra = zip64 ? Buffer.concat([Buffer.from([1, 0, 16, 0]), Buffer.alloc(16)]) : Buffer.alloc(0);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  writeCommon(header, 4, member.modified, zip64);
  header.writeUInt16LE(name.length, 26);
  header.writeUInt16LE(extra.length, 28);
  out.write(Buffer.concat([header, name, extra]));

  const deflate = createDeflateRaw({ level: 1, chunkSize: 1 << 16 });
  let compressed = 0;
  deflate.on('data', (chunk: Buffer) => {
    compressed += chunk.length;
    if (!out.write(chunk)) {
      deflate.pause();
      out.once('drain', () => deflate.resume());
    }
  });
  let crc = 0;
  let size = 0;
  for await (const chunk of member.content) {
    crc = crc32(chunk, crc);
    size += chunk.length;
    if (!deflate.write(chunk)) await new Promise((resolve) => deflate.once('drain', resolve));
  }
  deflate.end();
  await finished(deflate);
  if (!zip64 && size > 0xfffffffe) throw new RangeError('A member of 4 GB or more needs zip64.');

  const sizes = zip64 ? [u32(crc), u64(compressed), u64(size)] : [u32(crc), u32(compressed), u32(size)];
  const descriptor = Buffer.concat([Buffer.from([0x50, 0x4b, 7, 8]), ...sizes]);
  out.write(descriptor);
  return {
    about: { member, crc, compressed, size, offset },
    end: offset + header.length + name.length + extra.length + compressed + descriptor.length,
  };
}

function directoryEntry({ member, crc, compressed, size, offset }: Written, zip64: boolean): Buffer {
  const name = Buffer.from(member.name, 'latin1');
  const extra = zip64
    ? Buffer.concat([Buffer.from([1, 0, 24, 0]), u64(size), u64(compressed), u64(offset)])
    : Buffer.alloc(0);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(zip64 ? 45 : 20, 4);
  writeCommon(entry, 6, member.modified, zip64);
  u32(crc).copy(entry, 16);
  u32(zip64 ? 0xffffffff : compressed).copy(entry, 20);
  u32(zip64 ? 0xffffffff : size).copy(entry, 24);
  entry.writeUInt16LE(name.length, 28);
  entry.writeUInt16LE(extra.length, 30);
  u32(zip64 ? 0xffffffff : offset).copy(entry, 42);
  return Buffer.concat([entry, name, extra]);
}

function directoryEnd(count: number, length: number, at: number, zip64: boolean): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  u32(zip64 ? 0xffffffff : length).copy(end, 12);
  u32(zip64 ? 0xffffffff : at).copy(end, 16);
  if (!zip64) return end;
  const record = Buffer.concat([
    u32(0x06064b50),
    u64(44),
    Buffer.from([45, 0, 45, 0]),
    u32(0),
    u32(0),
    u64(count),
    u64(count),
    u64(length),
    u64(at),
  ]);
  const locator = Buffer.concat([u32(0x07064b50), u32(0), u64(at + length), u32(1)]);
  return Buffer.concat([record, locator, end]);
}

/** Version needed, flags, method, time and date, at the same distances in both headers. */
function writeCommon(header: Buffer, at: number, modified: Date, zip64: boolean): void {
  header.writeUInt16LE(zip64 ? 45 : 20, at);
  header.writeUInt16LE(8, at + 2);
  header.writeUInt16LE(8, at + 4);
  header.writeUInt16LE((modified.getUTCHours() << 11) | (modified.getUTCMinutes() << 5), at + 6);
  header.writeUInt16LE(
    ((modified.getUTCFullYear() - 1980) << 9) | ((modified.getUTCMonth() + 1) << 5) | modified.getUTCDate(),
    at + 8,
  );
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}
