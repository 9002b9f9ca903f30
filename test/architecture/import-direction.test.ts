import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { describe, it } from 'node:test';
import { listSourceFiles } from './list-source-files.ts';

const edges = new Set(['http', 'cli', 'console']);
const domains = new Set([
  'access',
  'backup',
  'companies',
  'faces',
  'images',
  'people',
  'privacy',
  'profiles',
  'registry',
]);
/** Which domains a domain may use, beside the platform. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  backup: ['images'],
  companies: ['profiles', 'registry'],
  faces: ['images', 'people'],
  people: ['profiles'],
  privacy: ['access', 'faces', 'images', 'people', 'profiles'],
};
/** Engines that one part of the code owns and everybody else reaches through its port. */
const engines: Readonly<Record<string, RegExp>> = {
  'onnxruntime-node': /^src\/faces\/engine\//,
  sharp: /^src\/(faces|images|cli)\//,
  pg: /^src\/platform\/db\//,
  '@electric-sql/pglite': /^src\/platform\/db\//,
  'pg-boss': /^src\/platform\/jobs\//,
  'fs-native-extensions': /^src\/platform\/data-folder\//,
  'oidc-provider': /^src\/access\//,
  fastify: /^src\/(http|cli)\//,
  ioredis: /^src\/platform\/rate-limits\//,
  'prom-client': /^src\/http\/metrics\//,
};

type Import = { readonly from: string; readonly to: string };

/** Every module named by an import, export-from, dynamic import or declared module of a file. */
function listImports(text: string): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');
  const pattern = /(?:\bfrom\s*|\bimport\s*\(\s*|\bimport\s+|\bdeclare module\s+)(['"])([^'"]+)\1/g;
  return [...code.matchAll(pattern)].map((match) => match[2]!);
}

/** `platform`, the domain's or edge's name, or `root` for what builds everything and works on all of it. */
function partOf(path: string): string {
  const [, part, ...rest] = path.split('/');
  return rest.length === 0 || part === 'operator-tasks' ? 'root' : part!;
}

/** Why an import breaks the rules, or undefined when it does not. */
function findFault({ from, to }: Import): string | undefined {
  const owner = Object.entries(engines).find(([name]) => to === name || to.startsWith(`${name}/`))?.[1];
  if (owner !== undefined && !owner.test(from)) return `${to} is reached through its port only`;
  if (!to.startsWith('src/'))
    return to.startsWith('..') || to.startsWith('/') ? 'leaves the source' : undefined;
  const source = partOf(from);
  const target = partOf(to);
  if (source === target || source === 'root')
    return source === 'root' ? findDoorFault(to, target) : undefined;
  // The command line is what starts the root.
  if (target === 'root') return source === 'cli' ? undefined : 'only the root builds everything';
  if (target === 'platform') return undefined;
  if (source === 'platform') return 'the platform knows nothing of the product';
  if (edges.has(source)) {
    if (source === 'console') return 'the console speaks to the HTTP API only';
    return edges.has(target) ? undefined : findDoorFault(to, target);
  }
  if (edges.has(target)) return 'a domain knows no edge';
  if (!(allowed[source] ?? []).includes(target)) return `${source} may not use ${target}`;
  return findDoorFault(to, target);
}

function findDoorFault(to: string, target: string): string | undefined {
  return domains.has(target) && to !== `src/${target}/index.ts` ? 'goes round the door, index.ts' : undefined;
}

async function listProjectImports(): Promise<readonly Import[]> {
  const imports: Import[] = [];
  for (const { name, path } of await listSourceFiles('src')) {
    for (const to of listImports(await readFile(path, 'utf8'))) {
      imports.push({ from: name, to: to.startsWith('.') ? posix.join(posix.dirname(name), to) : to });
    }
  }
  return imports;
}

describe('imports', () => {
  it('point from the edges to the domains to the platform, and into a domain by its door', async () => {
    const faults = (await listProjectImports()).flatMap((one) => {
      const fault = findFault(one);
      return fault === undefined ? [] : [`${one.from} -> ${one.to}: ${fault}`];
    });
    assert.deepEqual(faults, []);
  });

  it('belong to folders that the rules know', async () => {
    const parts = new Set((await listSourceFiles('src')).map(({ name }) => partOf(name)));
    const known = new Set([...edges, ...domains, 'platform', 'root']);
    assert.deepEqual(
      [...parts].filter((part) => !known.has(part)),
      [],
    );
  });

  it('that break a rule are found', () => {
    const broken: Import[] = [
      { from: 'src/platform/db/a.ts', to: 'src/faces/index.ts' },
      { from: 'src/platform/a.ts', to: 'src/http/server.ts' },
      { from: 'src/images/a.ts', to: 'src/people/index.ts' },
      { from: 'src/faces/a.ts', to: 'src/images/image-store.ts' },
      { from: 'src/faces/a.ts', to: 'src/http/schemas.ts' },
      { from: 'src/faces/a.ts', to: 'src/services.ts' },
      { from: 'src/http/a.ts', to: 'src/services.ts' },
      { from: 'src/http/a.ts', to: 'src/access/client-store.ts' },
      { from: 'src/services.ts', to: 'src/faces/faces-store.ts' },
      { from: 'src/console/a.ts', to: 'src/faces/index.ts' },
      { from: 'src/faces/a.ts', to: 'pg' },
      { from: 'src/http/a.ts', to: 'onnxruntime-node' },
      { from: 'src/http/a.ts', to: '../test/support/database.ts' },
    ];
    for (const one of broken) assert.notEqual(findFault(one), undefined, `${one.from} -> ${one.to}`);
    const sound: Import[] = [
      { from: 'src/faces/a.ts', to: 'src/people/index.ts' },
      { from: 'src/faces/a.ts', to: 'src/faces/faces-store.ts' },
      { from: 'src/http/routes/faces/a.ts', to: 'src/faces/index.ts' },
      { from: 'src/services.ts', to: 'src/platform/db/index.ts' },
      { from: 'src/people/a.ts', to: 'kysely' },
      { from: 'src/cli/serve.ts', to: 'src/main.ts' },
    ];
    for (const one of sound) assert.equal(findFault(one), undefined, `${one.from} -> ${one.to}`);
  });

  it('are read in every form', () => {
    const text = `
      import a from './a.ts';
      import type { B } from "./b.ts";
      import './c.ts';
      export * from './d.ts';
      export { e } from './e.ts';
      const f = await import('./f.ts');
      import {
        g,
      } from './g.ts';
      // import './not.ts';
      /* import './nor.ts'; */
    `;
    assert.deepEqual(listImports(text), [
      './a.ts',
      './b.ts',
      './c.ts',
      './d.ts',
      './e.ts',
      './f.ts',
      './g.ts',
    ]);
  });
});
