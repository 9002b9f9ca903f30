import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

export type ZipMember = {
  readonly name: string;
  readonly modified: Date;
  /** Its bytes, in pieces of any size. */
  readonly content: AsyncIterable<Buffer> | Iterable<Buffer>;
};

/**
 * Writes a zip with one deflated member, streamed: sizes and CRC follow the data (bit 3 of the flags, APPNOTE
 * 4.4.4). Below 4 GB only; larger members would need the ZIP64 records.
 */
export async function writeZip(path: string, member: ZipMember): Promise<void> {
  const out = createWriteStream(path);
  const name = Buffer.from(member.name, 'latin1');
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  writeCommon(header, 4, member.modified);
  header.writeUInt16LE(name.length, 26);
  out.write(header);
  out.write(name);

  const deflate = createDeflateRaw({ level: 1, chunkSize: 1 << 16 });
  let compressedSize = 0;
  deflate.on('data', (chunk: Buffer) => {
    compressedSize += chunk.length;
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
  if (size > 0xfffffffe) throw new RangeError('A member of 4 GB or more needs ZIP64.');

  const sizes = Buffer.alloc(12);
  sizes.writeUInt32LE(crc, 0);
  sizes.writeUInt32LE(compressedSize, 4);
  sizes.writeUInt32LE(size, 8);
  const directory = Buffer.alloc(46);
  directory.writeUInt32LE(0x02014b50, 0);
  directory.writeUInt16LE(20, 4);
  writeCommon(directory, 6, member.modified);
  sizes.copy(directory, 16);
  directory.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(directory.length + name.length, 12);
  end.writeUInt32LE(header.length + name.length + compressedSize + 16, 16);
  out.write(Buffer.concat([Buffer.from([0x50, 0x4b, 7, 8]), sizes, directory, name, end]));
  out.end();
  await finished(out);
}

/** Version needed, flags, method, time and date, at the same distances in both headers. */
function writeCommon(header: Buffer, at: number, modified: Date): void {
  header.writeUInt16LE(20, at);
  header.writeUInt16LE(8, at + 2);
  header.writeUInt16LE(8, at + 4);
  header.writeUInt16LE((modified.getUTCHours() << 11) | (modified.getUTCMinutes() << 5), at + 6);
  header.writeUInt16LE(
    ((modified.getUTCFullYear() - 1980) << 9) | ((modified.getUTCMonth() + 1) << 5) | modified.getUTCDate(),
    at + 8,
  );
}
