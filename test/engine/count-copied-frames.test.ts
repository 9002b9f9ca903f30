import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSeededRandom } from '../../bench/seeded-random.ts';
import { countCopiedFrames } from '../../src/engine/count-copied-frames.ts';

const size = 64;

/** A smooth picture that no other seed gives. */
function drawPicture(seed: number, change: (grey: number) => number = (grey) => grey): Uint8Array {
  const random = createSeededRandom(`frame ${seed}`);
  const waves = Array.from({ length: 40 }, () => ({
    x: (random() - 0.5) * 0.9,
    y: (random() - 0.5) * 0.9,
    at: random() * 6,
    strength: 4 + random() * 8,
  }));
  return Uint8Array.from({ length: size * size }, (_, i) => {
    const [x, y] = [i % size, Math.floor(i / size)];
    const grey = waves.reduce(
      (sum, wave) => sum + wave.strength * Math.sin(wave.x * x + wave.y * y + wave.at),
      128,
    );
    return Math.min(255, Math.max(1, change(grey)));
  });
}

describe('copied frames', () => {
  const session = Array.from({ length: 6 }, (_, seed) => drawPicture(seed));
  const others = Array.from({ length: 6 }, (_, seed) => drawPicture(100 + seed));

  it('are counted in whatever order and light, up to enough', async () => {
    const shown = [5, 3, 1].map((seed) => drawPicture(seed, (grey) => grey * 0.8 + 10));
    assert.equal(await countCopiedFrames([...shown, ...others], session, 9), 3);
    assert.equal(await countCopiedFrames([...shown, ...others], session, 2), 2);
    const mirrored = session.map((picture) =>
      picture.map((_, i) => picture[i - (i % size) + size - 1 - (i % size)]!),
    );
    assert.equal(await countCopiedFrames(mirrored, session, 6), 6);
    assert.equal(await countCopiedFrames(others, session, 3), 0);
    assert.equal(await countCopiedFrames([], session, 3), 0);
    assert.equal(await countCopiedFrames(session, [], 3), 0);
  });

  it('are each of another frame: one picture shown many times is one copy', async () => {
    const same = Array.from({ length: 6 }, () => session[0]!);
    assert.equal(await countCopiedFrames(same, session, 6), 1);
    assert.equal(await countCopiedFrames(session, same, 6), 1);
  });
});
