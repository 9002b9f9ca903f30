import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMetrics } from '../../src/web/metrics.ts';

const create = () => createMetrics({ processMetrics: false });
const never = new Promise<never>(() => {});

/** The lines of a metric with values. */
async function linesOf(metrics: ReturnType<typeof create>, name: string): Promise<string[]> {
  const { text } = await metrics.render();
  return text.split('\n').filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`));
}

describe('gauges', () => {
  it('are read whenever the metrics are', async () => {
    const metrics = create();
    let value: number | undefined = 1;
    metrics.addGauge({ name: 'one', help: 'One.', read: () => value });
    assert.deepEqual(await linesOf(metrics, 'one'), ['one 1']);
    value = 2;
    assert.deepEqual(await linesOf(metrics, 'one'), ['one 2']);
    value = undefined;
    assert.deepEqual(await linesOf(metrics, 'one'), []);
  });

  it('that belong together are read once, also for several who ask at the same time', async () => {
    const metrics = create();
    let reads = 0;
    const gate = Promise.withResolvers<void>();
    metrics.addGauges({
      about: { depth: { help: 'Depth.', labels: ['kind'] }, age: { help: 'Age.' } },
      async read() {
        reads += 1;
        await gate.promise;
        return [
          { name: 'depth', labels: { kind: 'a' }, value: 1 },
          { name: 'depth', labels: { kind: 'b' }, value: 2 },
          { name: 'age', value: 3 },
        ];
      },
    });
    const rendered = Promise.all([metrics.render(), metrics.render()]);
    gate.resolve();
    for (const { text } of await rendered) {
      assert.match(text, /^depth\{kind="a"\} 1\ndepth\{kind="b"\} 2$/m);
      assert.match(text, /^age 3$/m);
    }
    assert.equal(reads, 1);
    await metrics.render();
    assert.equal(reads, 2);
  });

  it('that are no longer there are left out', async () => {
    const metrics = create();
    let kinds = ['a', 'b'];
    metrics.addGauges({
      about: { depth: { help: 'Depth.', labels: ['kind'] } },
      read: () => kinds.map((kind) => ({ name: 'depth' as const, labels: { kind }, value: 1 })),
    });
    assert.equal((await linesOf(metrics, 'depth')).length, 2);
    kinds = ['b'];
    assert.deepEqual(await linesOf(metrics, 'depth'), ['depth{kind="b"} 1']);
  });

  it('that fail or do not answer are left out, and the others are there', async () => {
    const metrics = create();
    let isFailing = true;
    const failing = () => {
      if (isFailing) throw new Error('the database is away');
      return 7;
    };
    metrics.addGauge({ name: 'thrown', help: 'Throws.', read: failing });
    metrics.addGauge({ name: 'rejected', help: 'Rejects.', read: async () => failing() });
    metrics.addGauge({ name: 'hung', help: 'Hangs.', read: () => (isFailing ? never : 7) });
    metrics.addGauges({
      about: { labelled: { help: 'Rejects.', labels: ['kind'] } },
      read: async () => [{ name: 'labelled', labels: { kind: 'a' }, value: failing() }],
    });
    metrics.addGauge({ name: 'well', help: 'Answers.', read: () => 1 });
    const { text } = await metrics.render();
    const values = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    assert.deepEqual(
      values.filter((line) => !line.startsWith('confere_')),
      ['well 1'],
    );
    isFailing = false;
    assert.deepEqual(await linesOf(metrics, 'rejected'), ['rejected 7']);
    assert.deepEqual(await linesOf(metrics, 'labelled'), ['labelled{kind="a"} 7']);
  });

  it('that are late have their last value', async () => {
    const metrics = create();
    let value: number | Promise<number> = 3;
    metrics.addGauge({ name: 'rows', help: 'Rows.', read: () => value });
    assert.deepEqual(await linesOf(metrics, 'rows'), ['rows 3']);
    value = never;
    assert.deepEqual(await linesOf(metrics, 'rows'), ['rows 3']);
  });
});

it('errors are counted by their code', async () => {
  const metrics = create();
  for (const code of ['image_blurred', 'image_blurred', 'database_unavailable']) metrics.countError(code);
  assert.deepEqual(await linesOf(metrics, 'confere_errors_total'), [
    'confere_errors_total{code="image_blurred"} 2',
    'confere_errors_total{code="database_unavailable"} 1',
  ]);
});
