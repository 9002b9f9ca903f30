import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { hashOf, makeRecognitionNetwork } from './packs/generated-packs.ts';

const runtime = import.meta.resolve('onnxruntime-node');
const checks = fileURLToPath(new URL('../../src/engine/check-networks.ts', import.meta.url));

/** Runs a program with a temporary folder of its own, and names what it leaves there. */
async function listLeftovers(folder: string, program: string): Promise<string[]> {
  const file = join(folder, 'program.ts');
  await writeFile(file, program);
  await promisify(execFile)(process.execPath, [file], {
    // The runtime keeps still by itself where a build server says that it is one.
    env: { PATH: process.env.PATH, TMPDIR: folder },
  });
  return (await readdir(folder)).filter((name) => name !== 'program.ts');
}

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'confere-telemetry-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

test('the runtime leaves files for its report when nobody tells it not to', {
  skip: process.platform !== 'linux' && 'only its binaries for Linux do',
}, async (t) => {
  const bytes = Buffer.from(makeRecognitionNetwork(1)).toString('base64');
  const load = `import { InferenceSession } from ${JSON.stringify(runtime)};
    await InferenceSession.create(Buffer.from('${bytes}', 'base64'));`;
  const left = await listLeftovers(await makeFolder(t), load);
  assert.ok(
    left.some((name) => name.startsWith('mat-debug')),
    String(left),
  );
});

test('networks are checked without a report to the maker of the runtime, and without its log files', async (t) => {
  const folder = await makeFolder(t);
  const network = makeRecognitionNetwork(1);
  const path = join(await makeFolder(t), 'network.onnx');
  await writeFile(path, network);
  const networks = {
    role: 'recognition',
    file: { path, sha256: hashOf(network) },
    input: { size: 112, scaling: { planes: [0, 1, 2], scale: [1, 1, 1], offset: [0, 0, 0] } },
    values: 64,
  };
  const check = `import { checkNetworks } from ${JSON.stringify(checks)};
    const problem = await checkNetworks(${JSON.stringify(networks)});
    if (problem !== undefined) throw new Error(problem);`;
  assert.deepEqual(await listLeftovers(folder, check), []);
});
