import type { Readable } from 'node:stream';
import { type Entry, open, type ZipFile as YauzlFile } from 'yauzl';

export type { Entry } from 'yauzl';

export type ZipFile = {
  /** All members. To be asked for once. */
  entries(): Promise<Entry[]>;
  /** The member's bytes. */
  openEntry(entry: Entry): Promise<Readable>;
  /** The member's bytes as they are stored, not inflated. */
  openStored(entry: Entry): Promise<Readable>;
  close(): void;
};

/** Opens a zip. Rejects when it has no readable directory. */
export function openZip(path: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    open(path, { lazyEntries: true, autoClose: false }, (error, zip) =>
      error === null ? resolve(wrap(zip)) : reject(error),
    );
  });
}

/** A file within a zip, whose bytes are read through an opening of its own. */
export type ZipMember = { readonly name: string; readonly sizeBytes: number; read(): AsyncIterable<Buffer> };

/** The members of a zip, in its order. Rejects when it has no readable directory. */
export async function listZipMembers(path: string): Promise<readonly ZipMember[]> {
  const zip = await openZip(path);
  using _closing = { [Symbol.dispose]: () => zip.close() };
  return (await zip.entries()).map((entry) => ({
    name: entry.fileName,
    sizeBytes: entry.uncompressedSize,
    async *read() {
      const own = await openZip(path);
      using _closed = { [Symbol.dispose]: () => own.close() };
      yield* await own.openEntry(entry);
    },
  }));
}

function wrap(zip: YauzlFile): ZipFile {
  return {
    entries: () =>
      new Promise((resolve, reject) => {
        const entries: Entry[] = [];
        zip.on('entry', (entry: Entry) => {
          entries.push(entry);
          zip.readEntry();
        });
        zip.once('end', () => resolve(entries));
        zip.once('error', reject);
        zip.readEntry();
      }),
    openEntry: (entry) => openStream((done) => zip.openReadStream(entry, done)),
    openStored: (entry) =>
      openStream((done) =>
        zip.openReadStream(
          entry,
          {
            decompress: entry.compressionMethod === 0 ? null : false,
            decrypt: null,
            start: null,
            end: null,
          },
          done,
        ),
      ),
    close: () => zip.close(),
  };
}

function openStream(
  open: (done: (error: Error | null, stream: Readable) => void) => void,
): Promise<Readable> {
  return new Promise((resolve, reject) => {
    open((error, stream) => (error === null ? resolve(stream) : reject(error)));
  });
}
