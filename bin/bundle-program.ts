/**
 * Writes the program and most of its packages as few files: a start reads 300 files instead of 3,000. See
 * docs/decisions/0163.
 */
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { findPackageJSON, isBuiltin } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { OutputChunk, Plugin } from 'rolldown';
import { markSource, type ProgramManifest } from '../src/cli/prepared-program.ts';

/**
 * Packages that stay where they are: they find files beside their own, such as machine code, WebAssembly, workers and
 * networks, or speak of doing so.
 */
const kept = [
  '@electric-sql/pglite',
  '@fastify/swagger',
  'commander',
  'fs-native-extensions',
  'ioredis',
  'onnxruntime-common',
  'onnxruntime-node',
  'pino',
  'piscina',
  'sharp',
  'undici',
];

/** A package of the lock file, as far as the bundle needs it. */
type LockedPackage = { readonly dev?: boolean };

/** What finds files beside its own, which are not beside the bundle. */
const besideItself = /\b__dirname\b|\b__filename\b|\brequire\.resolve\b|\bimport\.meta\b/;

/**
 * Bundles the program of `root` into `<root>/prepared/program`. Gives the bundle's files but for the manifest. Rejects
 * when a package finds files beside itself and is not among those that stay where they are, and when one is not in a
 * production installation.
 */
export async function bundleProgram(root: string): Promise<readonly string[]> {
  const { rolldown } = await import('rolldown');
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  const locked = lock.packages as Readonly<Record<string, LockedPackage>>;
  const manifest: { [part in keyof ProgramManifest]: Record<string, string> } = { sources: {}, packages: {} };

  const notesParts: Plugin = {
    name: 'notes-parts',
    async transform(code, id) {
      const path = relative(root, id);
      if (id.startsWith('\0') || path.endsWith('.json')) return null;
      if (!path.startsWith('node_modules/')) {
        manifest.sources[path] = markSource(id);
        // A source finds its files, and the modules of its workers, from its own place.
        const own = `new URL(${JSON.stringify(`../../${path}`)}, import.meta.url).href`;
        return code.includes('import.meta') ? code.replaceAll('import.meta.url', own) : null;
      }
      const description = findPackageJSON('.', pathToFileURL(id));
      if (description === undefined) throw new Error(`${path} belongs to no package`);
      const place = relative(root, dirname(description));
      if (locked[place]?.dev === true) throw new Error(`${place} is only there for development`);
      manifest.packages[relative(root, description)] ??= JSON.parse(
        await readFile(description, 'utf8'),
      ).version;
      if (besideItself.test(code)) this.error(`${path} finds files beside itself`);
      return null;
    },
  };

  const bundle = await rolldown({
    input: { program: join(root, 'src/process/run-program.ts') },
    cwd: root,
    platform: 'node',
    // A package may look for another that only development installs, and go on without it.
    external: (id) =>
      isBuiltin(id) ||
      locked[`node_modules/${id}`]?.dev === true ||
      kept.some((name) => id === name || id.startsWith(`${name}/`)),
    plugins: [notesParts],
    // Nothing is left out, here and below: rolldown takes a call for dead that is there to throw (decodeURIComponent).
    treeshake: false,
    checks: { eval: false, pluginTimings: false, bundlerTimings: false },
  });
  const folder = join(root, 'prepared/program');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
  const { output } = await bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    keepNames: true,
    minify: false,
  });
  await bundle.close();
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
  return output
    .filter((file): file is OutputChunk => file.type === 'chunk')
    .map(({ fileName }) => join(folder, fileName));
}
