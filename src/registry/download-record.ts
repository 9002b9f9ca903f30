import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Type from 'typebox';
import { Value } from 'typebox/value';

/** Which edition of a file the bytes on disk, whole or partial, are of. */
const EditionSchema = Type.Object({
  sizeBytes: Type.Integer({ minimum: 0 }),
  /** As the listing has it. */
  etag: Type.Optional(Type.String()),
  lastModified: Type.Optional(Type.String()),
  /** As the answer that brought the bytes had it, which some servers write differently. */
  answerEtag: Type.Optional(Type.String()),
  /** True if the whole file was read and found right. */
  isVerified: Type.Boolean(),
});
const RecordSchema = Type.Object({ month: Type.String(), files: Type.Record(Type.String(), EditionSchema) });

export type Edition = Readonly<Type.Static<typeof EditionSchema>>;

/** The subject of a folder's downloads. It lies beside them so that a later run can resume. */
export type DownloadRecord = {
  get(name: string): Edition | undefined;
  names(): readonly string[];
  /** Resolves when it is on disk. */
  set(name: string, edition: Edition | undefined): Promise<void>;
};

/** The file's name. */
export const recordName = 'confere-download.json';

/** The files of a folder whose download was begun and has not ended, whatever month they are of. */
export async function listUnfinishedDownloads(directory: string): Promise<readonly string[]> {
  const present = new Set(await readdir(directory).catch(() => []));
  const record = present.has(recordName) ? await readRecord(join(directory, recordName)) : undefined;
  return Object.entries(record?.files ?? {})
    .filter(([name, { isVerified }]) => !isVerified && !present.has(name))
    .map(([name]) => name);
}

async function readRecord(path: string): Promise<Type.Static<typeof RecordSchema> | undefined> {
  try {
    const found: unknown = JSON.parse(await readFile(path, 'utf8'));
    return Value.Check(RecordSchema, found) ? found : undefined;
  } catch {
    // Then every file is held against its size and its checksums.
    return undefined;
  }
}

/** The record of a folder. One that cannot be read, or of another month, counts as none. */
export async function openDownloadRecord(directory: string, month: string): Promise<DownloadRecord> {
  const path = join(directory, recordName);
  const found = await readRecord(path);
  let files: Record<string, Edition> = found?.month === month ? found.files : {};
  let writing = Promise.resolve();
  return {
    get: (name) => files[name],
    names: () => Object.keys(files),
    set(name, edition) {
      const { [name]: _, ...others } = files;
      files = edition === undefined ? others : { ...others, [name]: edition };
      const write = async () => {
        await writeFile(`${path}.new`, `${JSON.stringify({ month, files }, null, 2)}\n`);
        await rename(`${path}.new`, path);
      };
      // One after another, and a failed one does not stop the next.
      const written = writing.then(write);
      writing = written.catch(() => {});
      return written;
    },
  };
}

/** True if an edition is there and the listings of both agree: in the size, and in the ETag or the date. */
export function isSameEdition(one: Edition | undefined, other: Edition): one is Edition {
  if (one?.sizeBytes !== other.sizeBytes) return false;
  if (one.etag !== undefined && other.etag !== undefined) return one.etag === other.etag;
  return one.lastModified === other.lastModified;
}
