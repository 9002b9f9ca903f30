import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { it } from 'node:test';
import { type Import, listProjectImports } from './list-imports.ts';

/*
 * A folder belongs to the folder that it stands in, so imports between the two are its own affair. Neighbours are
 * parts of their own, each with everything in it: no way of imports leads from one through others back to it. The
 * files of `src` itself build the application; each of them is a part like the folders beside it.
 */

/** The neighbours of a folder that import each other in a circle; a circle names them in order. */
function findCircles(imports: readonly Import[], folder: string): string[] {
  const uses = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [source, target] = [childOf(folder, from), childOf(folder, to)];
    if (source === undefined || target === undefined || source === target) continue;
    uses.set(source, (uses.get(source) ?? new Set()).add(target));
  }
  const circles: string[] = [];
  const done = new Set<string>();
  const visit = (child: string, way: readonly string[]) => {
    if (way.includes(child)) {
      circles.push(`${folder}: ${[...way.slice(way.indexOf(child)), child].join(' -> ')}`);
      return;
    }
    if (done.has(child)) return;
    for (const next of uses.get(child) ?? []) visit(next, [...way, child]);
    done.add(child);
  };
  for (const child of uses.keys()) visit(child, []);
  return circles;
}

/** The part of `folder` that a file is or stands in; undefined for a file elsewhere, or one of a folder below `src`. */
function childOf(folder: string, file: string): string | undefined {
  if (!file.startsWith(`${folder}/`)) return undefined;
  const [child, ...rest] = file.slice(folder.length + 1).split('/');
  return rest.length === 0 && folder !== 'src' ? undefined : child;
}

function foldersOf(imports: readonly Import[]): readonly string[] {
  const folders = new Set<string>();
  for (const { from } of imports) {
    for (let folder = posix.dirname(from); folder !== '.'; folder = posix.dirname(folder))
      folders.add(folder);
  }
  return [...folders];
}

it('no folder imports a neighbour that leads back to it', async () => {
  const imports = await listProjectImports();
  const folders = foldersOf(imports);
  assert.ok(folders.length > 40);
  assert.deepEqual(
    folders.flatMap((folder) => findCircles(imports, folder)),
    [],
  );
});

it('no file imports one that leads back to it', async () => {
  const imports = (await listProjectImports({ atStart: true })).filter(({ to }) => to.startsWith('src/'));
  const uses = Map.groupBy(imports, ({ from }) => from);
  const circles: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, way: readonly string[]) => {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' -> '));
    if (way.includes(file) || done.has(file)) return;
    for (const { to } of uses.get(file) ?? []) visit(to, [...way, file]);
    done.add(file);
  };
  for (const file of uses.keys()) visit(file, []);
  assert.ok(uses.size > 500);
  assert.deepEqual(circles, []);
});

it('a circle is found over several folders and below them', () => {
  const circle: Import[] = [
    { from: 'src/a/x/one.ts', to: 'src/b/two.ts' },
    { from: 'src/b/three.ts', to: 'src/c/four.ts' },
    { from: 'src/c/four.ts', to: 'src/a/five.ts' },
  ];
  assert.deepEqual(findCircles(circle, 'src'), ['src: a -> b -> c -> a']);
  assert.deepEqual(findCircles(circle.slice(1), 'src'), []);
  const below: Import[] = [
    { from: 'src/a/x/one.ts', to: 'src/a/y/two.ts' },
    { from: 'src/a/y/two.ts', to: 'src/a/x/three.ts' },
    { from: 'src/a/x/one.ts', to: 'src/a/four.ts' },
    { from: 'src/a/four.ts', to: 'src/a/x/one.ts' },
  ];
  assert.deepEqual(findCircles(below, 'src/a'), ['src/a: x -> y -> x']);
  assert.deepEqual(findCircles(below, 'src'), []);
  const overTheRoot: Import[] = [
    { from: 'src/cli/one.ts', to: 'src/app.ts' },
    { from: 'src/app.ts', to: 'src/a/module.ts' },
    { from: 'src/a/module.ts', to: 'src/a/commands/two.ts' },
    { from: 'src/a/commands/two.ts', to: 'src/cli/three.ts' },
  ];
  assert.deepEqual(findCircles(overTheRoot, 'src'), ['src: cli -> app.ts -> a -> cli']);
});
