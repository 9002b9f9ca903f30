import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { hashOf, makeRecognitionNetwork } from '../packs/generated-packs.ts';

const engine = fileURLToPath(new URL('../../../src/faces/engine/index.ts', import.meta.url));

/** Runs a program with a temporary folder of its own, and names what it leaves there. */
async function listLeftovers(folder: string, program: string): Promise<string[]> {
  const file = join(folder, 'program.ts');
  await writeFile(file, program);
  await promisify(execFile)(process.execPath, [file], {
    env: { ...process.env, TMPDIR: folder, ORT_DISABLE_TELEMETRY: undefined },
  });
  return (await readdir(folder)).filter((name) => name.startsWith('mat-debug'));
}

test('networks are checked without a report to the maker of the runtime, and without its log files', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'confere-telemetry-'));
  t.after(() => rm(folder, { recursive: true }));
  const network = makeRecognitionNetwork(1);
  const path = join(folder, 'network.onnx');
  await writeFile(path, network);
  const networks = {
    role: 'recognition',
    file: { path, sha256: hashOf(network) },
    input: { size: 112, scaling: { planes: [0, 1, 2], scale: [1, 1, 1], offset: [0, 0, 0] } },
    values: 64,
  };
  const check = `import { checkNetworks } from ${JSON.stringify(engine)};
    const problem = await checkNetworks(${JSON.stringify(networks)});
    if (problem !== undefined) throw new Error(problem);`;
  assert.deepEqual(await listLeftovers(folder, check), []);
});
