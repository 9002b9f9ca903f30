import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Its files lie beside the pages, and are no modules of theirs. */
const beside = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

type Chunk = { readonly modules?: Readonly<Record<string, { readonly renderedLength: number }>> };

/** Puts `licences.txt` beside the pages: the packages inside the site, in the form of the lists of the other pages. */
export function listLicences() {
  return {
    name: 'list-licences',
    async generateBundle(
      this: { emitFile(file: { type: 'asset'; fileName: string; source: string }): unknown },
      _options: unknown,
      bundle: Readonly<Record<string, Chunk>>,
    ): Promise<void> {
      const folders = new Set([beside]);
      for (const { modules = {} } of Object.values(bundle)) {
        for (const [id, { renderedLength }] of Object.entries(modules)) {
          const [, folder] = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id) ?? [];
          if (folder !== undefined && renderedLength > 0) folders.add(folder);
        }
      }
      const texts = await Promise.all([...folders].map(describePackage));
      const source = ['# Licences of the packages inside the site\n', ...texts.sort()].join('\n');
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source });
    },
  };
}

async function describePackage(folder: string): Promise<string> {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const file = (await readdir(folder)).find((one) => /^licen[cs]e/i.test(one));
  const text = file === undefined ? '' : `\n${(await readFile(join(folder, file), 'utf8')).trim()}\n`;
  return `## ${name} - ${version} (${license})\n${text}`;
}
