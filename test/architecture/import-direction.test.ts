import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { type Import, listImports, listProjectImports } from './list-imports.ts';
import { listSourceFiles } from './list-source-files.ts';

/** The machinery of the HTTP server and of the command line. They know no domain. */
const edges = new Set(['web', 'cli']);
/** Which domains the operations of each domain may use, beside the platform. */
const domains: Readonly<Record<string, readonly string[]>> = {
  access: [],
  accounts: [],
  audit: ['access', 'people'],
  backup: ['images'],
  capture: ['access', 'images', 'liveness'],
  cases: ['accounts', 'images', 'profiles'],
  console: [],
  companies: ['profiles', 'registry'],
  demo: ['access'],
  documentation: [],
  engine: ['images'],
  events: ['access'],
  faces: ['access', 'engine', 'images', 'liveness', 'people', 'profiles'],
  images: [],
  keys: ['service'],
  imports: ['people', 'registry'],
  liveness: ['access', 'engine', 'images', 'people'],
  people: ['profiles', 'registry'],
  privacy: ['access', 'accounts', 'images', 'people', 'profiles'],
  profiles: [],
  registry: [],
  sandbox: ['engine', 'faces', 'liveness', 'profiles', 'watches'],
  setup: ['images'],
  watches: ['access', 'accounts', 'people', 'profiles'],
  service: ['engine', 'faces', 'images', 'people'],
};
/** Engines that one part of the code owns and everybody else reaches through its port. */
const engines: Readonly<Record<string, RegExp>> = {
  'onnxruntime-node': /^src\/engine\//,
  sharp: /^src\/(engine|images|demo)\//,
  pg: /^src\/platform\/db\//,
  '@electric-sql/pglite': /^src\/platform\/db\//,
  croner: /^src\/platform\/jobs\//,
  'fs-native-extensions': /^src\/platform\/data-folder\//,
  fastify: /^src\/(web\/|\w+\/routes\/)/,
  ioredis: /^src\/platform\/rate-limits\//,
  'prom-client': /^src\/web\/metrics\.ts$/,
  undici: /^src\/platform\/outbound\//,
};

/** `platform`, the domain's or edge's name, or `root` for what builds everything: `src/process` and its doors. */
function partOf(path: string): string {
  const [, part, ...rest] = path.split('/');
  return rest.length === 0 || part === 'process' ? 'root' : part!;
}

/** The role of a file in its domain. */
function roleOf(path: string): 'routes' | 'commands' | 'wiring' | 'operations' {
  const [, part, folder = ''] = path.split('/');
  if (/^(module|open|create-face-lock)\.ts$|tasks\.ts$/.test(folder)) return 'wiring';
  if (part === 'demo') return 'commands';
  return folder === 'routes' || folder === 'commands' ? folder : 'operations';
}

/** Why an import breaks the rules, or undefined when it does not. */
function findFault({ from, to }: Import): string | undefined {
  const owner = Object.entries(engines).find(([name]) => to === name || to.startsWith(`${name}/`))?.[1];
  if (owner !== undefined && !owner.test(from)) return `${to} is reached through its port only`;
  if (!to.startsWith('src/'))
    return to.startsWith('..') || to.startsWith('/') ? 'leaves the source' : undefined;
  const source = partOf(from);
  const target = partOf(to);
  if (source === 'root') return target in domains ? findDoorFault(to, target) : undefined;
  if (source === target) {
    if (roleOf(from) === 'operations' && ['routes', 'commands'].includes(roleOf(to))) {
      return 'an operation knows no edge';
    }
    return to === `src/${source}/index.ts` ? 'the door is for other domains' : undefined;
  }
  if (target === 'platform') return undefined;
  if (source === 'platform') return 'the platform knows nothing of the product';
  if (edges.has(source)) {
    return target === 'root' ? 'the root starts the edges' : `${source} knows no domain`;
  }
  const role = roleOf(from);
  if (target === 'root') {
    if (role === 'operations' || role === 'routes') return 'an operation knows nothing of the application';
    return to === 'src/module.ts' ? undefined : 'commands are given the application';
  }
  if (target === 'web') return role === 'operations' ? 'an operation knows no edge' : undefined;
  if (target === 'cli') return role === 'commands' ? undefined : 'an operation knows no edge';
  if (role !== 'commands' && !domains[source]?.includes(target)) return `${source} may not use ${target}`;
  return findDoorFault(to, target);
}

/** Other domains see the door, the module and, for their own edges, shared parts of routes and settings. */
function findDoorFault(to: string, target: string): string | undefined {
  const doors = new RegExp(`^src/${target}/(index|module|settings|routes/[\\w-]+)\\.ts$`);
  return doors.test(to) ? undefined : 'goes round the door, index.ts';
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
    const known = new Set([...edges, ...Object.keys(domains), 'platform', 'root']);
    assert.deepEqual(
      [...parts].filter((part) => !known.has(part)),
      [],
    );
  });

  it('between domains are those that the page of the architecture lists', async () => {
    const page = await readFile(new URL('../../docs/architecture.md', import.meta.url), 'utf8');
    const [, table = ''] = /\| domain \| may use \|\n\|---\|---\|\n((?:\|.*\n)+)/.exec(page) ?? [];
    const listed = [...table.matchAll(/^\| `(\w+)` \| (.*) \|$/gm)].map(([, domain, used]) => [
      domain!,
      [...used!.matchAll(/`(\w+)`/g)].map(([, name]) => name!),
    ]);
    const allowed = Object.entries(domains).filter(([, used]) => used.length > 0);
    assert.deepEqual(Object.fromEntries(listed), Object.fromEntries(allowed));
  });

  it('between domains are all made: what nobody uses is not allowed', async () => {
    const made = new Set(
      (await listProjectImports()).map(({ from, to }) => `${partOf(from)} -> ${partOf(to)}`),
    );
    const idle = Object.entries(domains)
      .flatMap(([domain, used]) => used.map((other) => `${domain} -> ${other}`))
      .filter((arrow) => !made.has(arrow));
    assert.deepEqual(idle, []);
  });

  it('that break a rule are found', () => {
    const broken: Import[] = [
      { from: 'src/platform/db/a.ts', to: 'src/faces/index.ts' },
      { from: 'src/platform/a.ts', to: 'src/web/server.ts' },
      { from: 'src/images/a.ts', to: 'src/people/index.ts' },
      { from: 'src/faces/a.ts', to: 'src/images/image-files.ts' },
      { from: 'src/faces/a.ts', to: 'src/web/schemas.ts' },
      { from: 'src/faces/a.ts', to: 'src/faces/routes/b.ts' },
      { from: 'src/faces/a.ts', to: 'src/app.ts' },
      { from: 'src/faces/routes/a.ts', to: 'src/app.ts' },
      { from: 'src/faces/routes/a.ts', to: 'src/faces/index.ts' },
      { from: 'src/faces/routes/a.ts', to: 'src/backup/index.ts' },
      { from: 'src/faces/open.ts', to: 'src/app.ts' },
      { from: 'src/web/a.ts', to: 'src/app.ts' },
      { from: 'src/web/a.ts', to: 'src/access/index.ts' },
      { from: 'src/cli/a.ts', to: 'src/faces/index.ts' },
      { from: 'src/cli/a.ts', to: 'src/app.ts' },
      { from: 'src/service/commands/serve.ts', to: 'src/main.ts' },
      { from: 'src/process/start-service.ts', to: 'src/faces/faces-store.ts' },
      { from: 'src/faces/a.ts', to: 'pg' },
      { from: 'src/web/a.ts', to: 'onnxruntime-node' },
      { from: 'src/web/a.ts', to: '../test/support/database.ts' },
    ];
    for (const one of broken) assert.notEqual(findFault(one), undefined, `${one.from} -> ${one.to}`);
    const sound: Import[] = [
      { from: 'src/faces/a.ts', to: 'src/people/index.ts' },
      { from: 'src/faces/a.ts', to: 'src/faces/faces-store.ts' },
      { from: 'src/faces/routes/a.ts', to: 'src/web/schemas.ts' },
      { from: 'src/faces/commands/a.ts', to: 'src/cli/errors.ts' },
      { from: 'src/faces/open.ts', to: 'src/images/module.ts' },
      { from: 'src/app.ts', to: 'src/faces/module.ts' },
      { from: 'src/people/a.ts', to: 'kysely' },
      { from: 'src/service/commands/serve.ts', to: 'src/module.ts' },
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
