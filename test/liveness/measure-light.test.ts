import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lightColours as shownColours } from '../../packages/capture/src/light-colours.ts';
import type { FaceColours, LinearColour } from '../../src/engine/index.ts';
import { challengeOf, drawSteps } from '../../src/liveness/draw-steps.ts';
import { lightColours, measureLight } from '../../src/liveness/measure-light.ts';
import { type LightColour, lightColourNames } from '../../src/liveness/types.ts';

const shown: readonly LightColour[] = ['pink', 'green', 'blue', 'amber', 'green', 'pink'];
type Gains = readonly [number, number, number];

/** Skin and a grey wall in a warm room, with some light of the screen on both, by a camera with these gains. */
function see(colour: LightColour, reach: number, gains: Gains = [1, 1, 1]): FaceColours {
  const { red, green, blue } = lightColours[colour];
  const by = (share: number, [r, g, b]: Gains): LinearColour => ({
    red: r * gains[0] * (1.2 + share * red),
    green: g * gains[1] * (1 + share * green),
    blue: b * gains[2] * (0.7 + share * blue),
  });
  return { face: by(reach, [0.5, 0.32, 0.22]), around: by(reach * 0.1, [0.4, 0.4, 0.4]) };
}

const measure = (see: (colour: LightColour, index: number) => FaceColours | undefined) =>
  measureLight(shown.map((colour, index) => ({ colour, colours: see(colour, index) })));

describe('the light of a screen on a face', () => {
  it('answers the colours in their order, whatever the white balance makes of them', () => {
    assert.equal(measure((colour) => see(colour, 0.2)).outcome, 'answered');
    const balances: Gains[] = [
      [1, 1, 1],
      [0.8, 1, 1.3],
      [1.2, 1, 0.8],
      [0.9, 1, 1.1],
      [1, 1.1, 1],
      [1.3, 1, 0.7],
    ];
    const balanced = measure((colour, index) => see(colour, 0.2, balances[index]!));
    assert.equal(balanced.outcome, 'answered');
    assert.ok(balanced.agreement! > 0.9);
  });

  it('is wrong in another order, and for colours that nobody asked for', () => {
    assert.equal(measure((_, index) => see(shown[(index + 1) % 6]!, 0.2)).outcome, 'wrong');
    assert.equal(measure((_, index) => see(index % 2 === 0 ? 'blue' : 'green', 0.2)).outcome, 'wrong');
  });

  it('is unclear, never answered, where nothing can be said', () => {
    assert.equal(measure((colour) => see(colour, 0.005)).outcome, 'unclear');
    assert.equal(measure(() => see('blue', 0.3)).outcome, 'unclear');
    assert.equal(measure((colour, index) => (index === 2 ? undefined : see(colour, 0.2))).outcome, 'unclear');
    assert.equal(measure(() => undefined).outcome, 'unclear');
    assert.equal(measureLight([]).outcome, 'unclear');
  });

  it('takes the face alone where nothing is beside it', () => {
    const alone = measure((colour) => ({ face: see(colour, 0.2).face }));
    assert.equal(alone.outcome, 'answered');
  });

  it('has colours that the page shows, none of them a saturated red', () => {
    assert.deepEqual(Object.keys(shownColours), [...lightColourNames]);
    for (const name of lightColourNames) {
      const bytes = [1, 3, 5].map((at) => Number.parseInt(shownColours[name].slice(at, at + 2), 16) / 255);
      const [red, green, blue] = bytes.map((share) =>
        share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4,
      ) as [number, number, number];
      assert.deepEqual(lightColours[name], { red, green, blue });
      assert.ok(red / (red + green + blue) < 0.8, name);
    }
  });

  it('comes after the turns, six times, never twice alike in a row', () => {
    const seen = new Set<string>();
    for (let count = 0; count < 300; count++) {
      const steps = drawSteps(undefined, 'turns_and_light');
      assert.equal(challengeOf({ steps }), 'turns_and_light');
      assert.equal(
        steps.reduce((sum, { frames }) => sum + frames, 0),
        24,
      );
      const colours = steps.slice(7).map(({ kind, colour }) => {
        assert.equal(kind, 'light');
        return colour!;
      });
      assert.equal(colours.length, 6);
      assert.ok(colours.every((colour, index) => colour !== colours[index - 1]));
      assert.ok(new Set(colours).size >= 3);
      seen.add(colours.join());
    }
    assert.ok(seen.size > 150, `${seen.size} sequences`);
    assert.equal(challengeOf({ steps: drawSteps() }), 'turns');
  });
});
