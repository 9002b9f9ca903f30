import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { type Entry, openZip, type ZipFile } from '../../platform/open-zip.ts';
import { RegistryError } from '../errors.ts';
import { findLayout, type ReceitaLayout, receitaLayouts } from './receita-layout.ts';

/** A file to import, zipped or not. */
export type RegistryFile = {
  /** As the operator knows it: `Empresas0.zip`, with the member where a zip holds several. */
  readonly name: string;
  /** The member's name, or the file's own. */
  readonly member: string;
  readonly path: string;
  readonly layout: ReceitaLayout;
  readonly modified: Date;
  /** Bytes to read from disk, and bytes of CSV. */
  readonly storedBytes: number;
  readonly contentBytes: number;
  /** Its bytes in order. Throws `registry_archive_broken` at the end when size or CRC are not those the zip names. */
  read(options?: ReadOptions): AsyncIterable<Buffer>;
};

export type ReadOptions = {
  /** Hears how many more of the stored bytes have been read. */
  readonly onStored?: (bytes: number) => void;
  /** Size of the chunks at most. Default 256 KiB. */
  readonly chunkBytes?: number;
};

const defaultChunkBytes = 1 << 18;

/**
 * The files of a folder that are part of the open data, in the order an import takes them. A file that also lies
 * in a zip beside it is taken once. Throws `registry_files_missing` when there are none, and
 * `registry_archive_broken` for a zip that cannot be read, or is called as an archive and holds no file of one.
 */
export async function findRegistryFiles(directory: string): Promise<readonly RegistryFile[]> {
  const names = (await readdir(directory).catch(() => [])).sort();
  const zipped: RegistryFile[] = [];
  const plain: RegistryFile[] = [];
  for (const name of names) {
    const path = join(directory, name);
    if (/\.zip$/i.test(name)) {
      zipped.push(...(await listMembers(path, name)));
      continue;
    }
    // Of a download that has not ended.
    if (/\.zip\.part$/i.test(name)) continue;
    const layout = findLayout(name, name);
    const found = await stat(path);
    if (layout === undefined || !found.isFile()) continue;
    plain.push({
      name,
      member: name,
      path,
      layout,
      modified: found.mtime,
      storedBytes: found.size,
      contentBytes: found.size,
      read: (options) => readPlain(path, options),
    });
  }
  const members = new Set(zipped.map(({ member }) => member));
  const files = [
    ...zipped,
    ...plain.filter(({ name }) => !members.has(name) && !members.has(name.replace(/\.csv$/i, ''))),
  ];
  if (files.length === 0) throw new RegistryError('registry_files_missing', { detail: directory });
  return files.sort(
    (a, b) =>
      receitaLayouts.indexOf(a.layout) - receitaLayouts.indexOf(b.layout) || (a.name < b.name ? -1 : 1),
  );
}

async function listMembers(path: string, name: string): Promise<RegistryFile[]> {
  const zip = await openZip(path).catch((cause) => {
    throw new RegistryError('registry_archive_broken', { detail: name, cause });
  });
  try {
    const entries = (await zip.entries()).filter(({ fileName }) => !fileName.endsWith('/'));
    const members = entries.flatMap((entry) => {
      const layout = findLayout(entry.fileName, entries.length === 1 ? name : entry.fileName);
      if (layout === undefined) return [];
      if (/\.zip$/i.test(entry.fileName)) {
        throw new RegistryError('registry_archive_broken', {
          detail: `${name} holds other zips, such as ${entry.fileName}: unpack it once.`,
        });
      }
      return [
        {
          name: entries.length === 1 ? name : `${name}/${entry.fileName}`,
          member: entry.fileName,
          path,
          layout,
          modified: entry.getLastModDate(),
          storedBytes: entry.compressedSize,
          contentBytes: entry.uncompressedSize,
          read: (options) => readMember(path, name, entry, options),
        } satisfies RegistryFile,
      ];
    });
    if (members.length === 0 && findLayout(name, name) !== undefined) {
      throw new RegistryError('registry_archive_broken', {
        detail: `${name} holds no file of the open data.`,
      });
    }
    return members;
  } catch (cause) {
    if (cause instanceof RegistryError) throw cause;
    throw new RegistryError('registry_archive_broken', { detail: name, cause });
  } finally {
    zip.close();
  }
}

/**
 * Reads a whole zip against the sizes and checksums it names. Throws `registry_archive_broken` when one does not
 * hold, and when no member is a file of the open data.
 */
export async function checkArchive(path: string, name: string): Promise<void> {
  const members = await listMembers(path, name);
  if (members.length === 0) throw new RegistryError('registry_archive_broken', { detail: name });
  for (const member of members) {
    for await (const _ of member.read());
  }
}

async function* readPlain(
  path: string,
  { onStored, chunkBytes = defaultChunkBytes }: ReadOptions = {},
): AsyncGenerator<Buffer> {
  for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes })) {
    onStored?.(chunk.length);
    yield chunk as Buffer;
  }
}

async function* readMember(
  path: string,
  name: string,
  entry: Entry,
  { onStored, chunkBytes = defaultChunkBytes }: ReadOptions = {},
): AsyncGenerator<Buffer> {
  let zip: ZipFile | undefined;
  let stored: Readable | undefined;
  let crc = 0;
  let size = 0;
  let isWhole = false;
  try {
    zip = await openZip(path);
    stored = await zip.openStored(entry);
    stored.on('data', (chunk: Buffer) => onStored?.(chunk.length));
    stored.pause();
    const inflate = entry.compressionMethod === 0 ? undefined : createInflateRaw({ chunkSize: chunkBytes });
    if (inflate !== undefined) stored.on('error', (error) => inflate.destroy(error));
    for await (const chunk of inflate === undefined ? stored : stored.pipe(inflate)) {
      crc = crc32(chunk, crc);
      size += chunk.length;
      // Room was looked for by what the zip names: what unpacks to more is not read on.
      if (size > entry.uncompressedSize) break;
      yield chunk as Buffer;
    }
    isWhole = size === entry.uncompressedSize && crc === entry.crc32;
  } catch (cause) {
    throw new RegistryError('registry_archive_broken', { detail: name, cause });
  } finally {
    stored?.destroy();
    zip?.close();
  }
  if (!isWhole) throw new RegistryError('registry_archive_broken', { detail: name });
}
