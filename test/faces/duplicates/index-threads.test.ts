import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { IndexThreads } from '../../../src/faces/duplicates/index-threads.ts';

const templateModel = 'one@1';
const length = 64;

/** A direction that only the number decides. */
function makeVector(number: number): Float32Array {
  let state = Math.imul(number + 1, 2654435761) || 1;
  const values = Float32Array.from({ length }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state / 2 ** 31;
  });
  const norm = Math.hypot(...values);
  return values.map((value) => value / norm);
}

function idOf(number: number): Uint8Array {
  const id = Buffer.alloc(16);
  id.writeUInt32BE(number, 8);
  id.writeUInt32BE(number, 12);
  return id;
}

describe('an index in three threads', () => {
  const threads = new IndexThreads(3);
  after(() => threads.close());
  const faceOf = (number: number, vector = number) => ({
    id: idOf(number),
    template: { values: makeVector(vector), offset: 0, templateModel },
  });
  const find = async (vector: number, limit = 10) => {
    const query = { values: makeVector(vector), offset: 0, templateModel, minScore: 0.999 };
    const { candidates, isComplete } = await threads.search([query], limit);
    return { found: candidates.map(({ id }) => Buffer.from(id).readUInt32BE(12)).sort(), isComplete };
  };

  it('finds every face, whichever thread holds it', async () => {
    await threads.put(Array.from({ length: 1_200 }, (_, number) => faceOf(number)));
    assert.deepEqual(threads.sizes, { [templateModel]: 1_200 });
    for (let number = 0; number < 1_200; number += 7) {
      assert.deepEqual(await find(number), { found: [number], isComplete: true });
    }
  });

  it('finds no face that was taken out, and a changed one as it stands now', async () => {
    await threads.put([{ id: idOf(4) }, { id: idOf(5) }, faceOf(6, 5_000)]);
    assert.deepEqual(threads.sizes, { [templateModel]: 1_198 });
    for (const gone of [4, 5, 6]) assert.deepEqual((await find(gone)).found, []);
    assert.deepEqual((await find(5_000)).found, [6]);
  });

  it('names no more candidates than asked for, and says that there are more', async () => {
    await threads.put([1, 2, 3, 8].map((number) => faceOf(9_000 + number, 9_000)));
    assert.deepEqual(await find(9_000, 4), { found: [9_001, 9_002, 9_003, 9_008], isComplete: true });
    const { found, isComplete } = await find(9_000, 3);
    assert.deepEqual([found.length, isComplete], [3, false]);
  });

  it('a search fails when its vector has another length, and the index goes on', async () => {
    const query = { values: Float32Array.of(1), offset: 0, templateModel, minScore: 0.5 };
    await assert.rejects(threads.search([query], 5), /another length/);
    assert.deepEqual((await find(7)).found, [7]);
    assert.equal(threads.isGone, false);
  });
});
