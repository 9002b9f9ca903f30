import { mkdir, readdir, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { ImportError } from './errors.ts';

/** Longest path that is looked at. */
export const longestImportPath = 1_000;

/** The folder for imports. Its paths have / between their parts; everything that leads out of it is refused. */
export type ImportFolder = ReturnType<typeof openImportFolder>;

/** Opens the folder of `IMPORT_DIR`; without one every call rejects with `import_folder_unset`. */
export function openImportFolder(directory: string | undefined) {
  /**
   * The real path of a path below the folder. Rejects with `import_path_refused` for what is not below it, links
   * included, also those inside a folder that is named, and with `import_file_missing`.
   */
  async function resolve(path: string): Promise<string> {
    const root = await findRoot(directory);
    const real = await locate(path);
    if ((await stat(real)).isDirectory()) await refuseLinksOut(root, real);
    return real;
  }

  async function locate(path: string): Promise<string> {
    const root = await findRoot(directory);
    const parts = path === '' ? [] : path.split('/');
    if (
      path.length > longestImportPath ||
      /[\\\0]/.test(path) ||
      parts.some((part) => /^\.{0,2}$/.test(part))
    ) {
      throw new ImportError('import_path_refused');
    }
    const real = await realOf(join(root, ...parts));
    if (!isBelow(root, real)) throw new ImportError('import_path_refused');
    const found = await stat(real);
    // A pipe or a device would be read for ever.
    if (!found.isDirectory() && !found.isFile()) throw new ImportError('import_path_refused');
    return real;
  }

  return {
    resolve,

    /** Rejects with `import_folder_unset` when there is no folder. */
    async check(): Promise<void> {
      await findRoot(directory);
    },

    /** The files and folders in a folder that can be imported, by name, with their paths below the folder for imports. */
    async list(path: string) {
      const root = await findRoot(directory);
      const folder = await locate(path);
      if (!(await stat(folder)).isDirectory()) throw new ImportError('import_file_missing');
      const names = (await readdir(folder)).sort();
      const files = [];
      for (const name of names) {
        const real = await realpath(join(folder, name)).catch(() => undefined);
        if (real === undefined || !isBelow(root, real)) continue;
        const found = await stat(real).catch(() => undefined);
        if (found === undefined || !(found.isDirectory() || found.isFile())) continue;
        files.push({
          path: path === '' ? name : `${path}/${name}`,
          name,
          isFolder: found.isDirectory(),
          sizeBytes: found.isDirectory() ? 0 : found.size,
          modifiedAt: found.mtime,
        });
      }
      return files;
    },

    /** A folder for the downloads of a source, made when it is missing. */
    async makeDownloadFolder(...names: readonly string[]): Promise<string> {
      const root = await findRoot(directory);
      let folder = root;
      for (const name of ['downloads', ...names]) {
        const inside = join(folder, name);
        await mkdir(inside).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'EEXIST') throw error;
        });
        folder = await realOf(inside);
        if (!isBelow(root, folder)) throw new ImportError('import_path_refused');
      }
      return folder;
    },

    /** Names of the folders that downloads of a source lie in, by month. */
    async listDownloads(source: string): Promise<readonly string[]> {
      const root = await findRoot(directory);
      const entries = await readdir(join(root, 'downloads', source), { withFileTypes: true }).catch(() => []);
      return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    },

    /** The path below the folder, for people to read. */
    async describe(real: string): Promise<string> {
      return relative(await findRoot(directory), real)
        .split(sep)
        .join('/');
    },
  };
}

async function findRoot(directory: string | undefined): Promise<string> {
  const root = directory === undefined ? undefined : await realpath(directory).catch(() => undefined);
  if (root === undefined) throw new ImportError('import_folder_unset');
  return root;
}

async function realOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (cause) {
    throw new ImportError('import_file_missing', { cause });
  }
}

function isBelow(root: string, real: string): boolean {
  return real === root || real.startsWith(root.endsWith(sep) ? root : root + sep);
}

async function refuseLinksOut(root: string, folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isSymbolicLink()) continue;
    const real = await realpath(join(folder, entry.name)).catch(() => undefined);
    if (real === undefined || !isBelow(root, real)) throw new ImportError('import_path_refused');
  }
}
