import { randomBytes } from 'node:crypto';
import { closeSync, fdatasync, fsync, open, write } from 'node:fs';
import { mkdir, opendir, readFile, rename, rm, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isId } from '../platform/ids.ts';
import { imageIdKind } from './declarations.ts';
import type { ImageFiles, StoredFile } from './image-files.ts';

const folderMode = 0o700;

const fileMode = 0o600;

const temporarySuffix = '.tmp';

/** Hex digits of the id's random end that name its folder: 4,096 folders, even and found without a search. */
const folderDigits = 3;

/**
 * Images as files in a folder of the local machine: `directory/3f2/img_...3f2`. Folders are readable by the
 * process's user only (0700, files 0600). A file is written under a temporary name, flushed, renamed into
 * place, and the folder flushed, so that a power cut leaves the whole file or none.
 */
export function createImageFolder(options: { readonly directory: string }): ImageFiles {
  const { directory } = options;

  function locate(id: string): { folder: string; path: string } {
    if (!isId(imageIdKind, id)) throw new TypeError('not an image id');
    const folder = join(directory, id.slice(-folderDigits));
    return { folder, path: join(folder, id) };
  }

  return {
    async put(id, bytes) {
      const { folder, path } = locate(id);
      const temporary = `${path}.${randomBytes(6).toString('hex')}${temporarySuffix}`;
      const file = await createFile(directory, folder, temporary);
      try {
        try {
          await writeWhole(file, bytes);
          await flushData(file);
        } finally {
          closeFlushed(file);
        }
        await rename(temporary, path);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
      await flushFolder(folder);
    },

    async get(id) {
      return ignoreMissing(readFile(locate(id).path));
    },

    async delete(id) {
      await ignoreMissing(unlink(locate(id).path));
    },

    async *list() {
      for await (const entry of walk(directory)) {
        if (isId(imageIdKind, entry.name))
          yield { id: entry.name, modifiedAt: entry.modifiedAt } satisfies StoredFile;
      }
    },

    async discardUnfinished(before) {
      let discarded = 0;
      for await (const entry of walk(directory)) {
        if (entry.name.endsWith(temporarySuffix) && entry.modifiedAt < before) {
          await ignoreMissing(unlink(entry.path));
          discarded += 1;
        }
      }
      return discarded;
    },
  };
}

/*
 * Numbers of open files, not `FileHandle`: each call of one is a way to the pool of libuv and back, and a handle is
 * watched by the collector. See docs/decisions/0015.
 */
const openFile = promisify(open);

const writeSome = promisify(write);

const flushData = promisify(fdatasync);

const flushAll = promisify(fsync);

/** Closes what has nothing left to write. That waits for no disk, so it needs no way to the pool and back. */
const closeFlushed = closeSync;

/** Opens a new file, making its folder first when this is the first image in it. */
async function createFile(directory: string, folder: string, path: string): Promise<number> {
  try {
    return await openFile(path, 'wx', fileMode);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  await mkdir(folder, { recursive: true, mode: folderMode });
  await flushFolder(directory);
  return openFile(path, 'wx', fileMode);
}

async function writeWhole(file: number, bytes: Uint8Array): Promise<void> {
  let written = 0;
  while (written < bytes.byteLength) {
    const { bytesWritten } = await writeSome(file, bytes, written);
    written += bytesWritten;
  }
}

/** Makes the folder's entries survive a power cut. Windows cannot open folders and needs no such call. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const opened = await openFile(folder, 'r');
  try {
    await flushAll(opened);
  } finally {
    closeFlushed(opened);
  }
}

async function* walk(directory: string): AsyncGenerator<{ name: string; path: string; modifiedAt: Date }> {
  const folders = await ignoreMissing(opendir(directory));
  if (folders === undefined) return;
  for await (const folder of folders) {
    if (!folder.isDirectory() || !/^[0-9a-f]{3}$/.test(folder.name)) continue;
    const files = await ignoreMissing(opendir(join(directory, folder.name)));
    if (files === undefined) continue;
    for await (const file of files) {
      if (!file.isFile()) continue;
      const path = join(directory, folder.name, file.name);
      const found = await ignoreMissing(stat(path));
      if (found !== undefined) yield { name: file.name, path, modifiedAt: found.mtime };
    }
  }
}

async function ignoreMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

export function imageFolderPath(dataDir: string): string {
  return join(dataDir, 'images');
}
