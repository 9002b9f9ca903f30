import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';

const module = join(import.meta.dirname, '../../src/platform/log.ts');

/** A process with `log`, which hands its lines over in groups, that runs this. */
function startLogging(script: string): ChildProcess {
  const source = `import { addLogGauge, createLogger } from ${JSON.stringify(module)};
    const log = createLogger({ level: 'info', inGroups: true }); ${script}`;
  return spawn(process.execPath, ['--input-type=module-typescript', '--eval', source], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function readLines(written: string): { readonly n: number }[] {
  return written
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { n: number });
}

describe('createLogger, in groups', () => {
  for (const [how, end] of [
    ['by itself', ''],
    ['with process.exit', 'process.exit(0);'],
    ['with an error', 'throw new Error("over");'],
  ] as const) {
    it(`has written every line when the process ends ${how}`, async () => {
      const child = startLogging(`for (let n = 0; n < 20_000; n += 1) log.info({ n }); ${end}`);
      const [written] = await Promise.all([text(child.stderr!), once(child, 'exit')]);
      const lines = readLines(
        written
          .split('\n')
          .filter((line) => line.startsWith('{'))
          .join('\n'),
      );
      assert.deepEqual(
        lines.map(({ n }) => n),
        Array.from({ length: 20_000 }, (_, n) => n),
      );
    });
  }

  it('drops whole lines, and goes on, while nobody reads them', async () => {
    const child = startLogging(`
      const filler = 'x'.repeat(1000);
      for (let n = 0; n < 40_000; n += 1) log.info({ n, filler });
      addLogGauge({ addGauge: ({ read }) => console.log(read()) }, log);
    `);
    child.stderr!.pause();
    const [count] = (await once(child.stdout!, 'data')) as [Buffer];
    const [written] = await Promise.all([text(child.stderr!), once(child, 'exit')]);
    const lines = readLines(written);
    assert.ok(written.length > 15_000_000 && written.length < 20_000_000, `${written.length} characters`);
    assert.deepEqual(
      lines.slice(0, 3).map(({ n }) => n),
      [0, 1, 2],
    );
    assert.ok(lines.length < 20_000);
    assert.equal(Number(String(count)), 40_000 - lines.length);
  });
});
