import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FaceColours } from '../../src/engine/index.ts';
import { drawSteps } from '../../src/liveness/draw-steps.ts';
import { challengeRules, type JudgedFrame, judgeFrames } from '../../src/liveness/judge-frames.ts';
import { lightColours } from '../../src/liveness/measure-light.ts';
import { homographyResidual, type SeenFace } from '../../src/liveness/measure-turn.ts';
import type { LightColour, LivenessReason, LivenessStep, StepKind } from '../../src/liveness/types.ts';

/** The chin of the mesh, and the point of the grid below its forehead. */
const [chin, lowest] = [152, 450] as const;
/** Points of a head in three dimensions, in widths of the face; with depth 0 a picture of it. */
const points = Array.from({ length: 468 }, (_, index) => {
  const i = index === chin ? lowest : index;
  const x = ((i % 22) / 21 - 0.5) * 1.1;
  const y = (Math.floor(i / 22) / 21 - 0.5) * 1.4;
  const r = Math.min(0.99, (x / 0.7) ** 2 + (y / 0.95) ** 2);
  const nose = 0.15 * Math.exp(-((x / 0.1) ** 2) - (y / 0.2) ** 2);
  return { x, y, z: 0.6 * Math.sqrt(1 - r) + nose };
});

type Pose = { readonly yaw: number; readonly pitch: number };

/** The points as a camera at five widths sees them. */
function project({ yaw, pitch }: Pose, depth = 1): Float32Array {
  const [a, b] = [(yaw * Math.PI) / 180, (pitch * Math.PI) / 180];
  return Float32Array.from(
    points.flatMap(({ x, y, z: full }) => {
      const z = full * depth;
      const [u, w] = [x * Math.cos(a) + z * Math.sin(a), -x * Math.sin(a) + z * Math.cos(a)];
      const [v, far] = [y * Math.cos(b) - w * Math.sin(b), y * Math.sin(b) + w * Math.cos(b)];
      const scale = (200 * 5) / (5 - far);
      return [300 + u * scale, 300 + v * scale];
    }),
  );
}

const poses: Record<StepKind, Pose> = {
  center: { yaw: 0, pitch: 0 },
  light: { yaw: 0, pitch: 0 },
  left: { yaw: 25, pitch: 0 },
  right: { yaw: -25, pitch: 0 },
  up: { yaw: 0, pitch: 22 },
};
const person = Buffer.from('one');
const [room, otherRoom] = [Uint8Array.of(1), Uint8Array.of(2)];
const steps: readonly LivenessStep[] = (
  ['center', 'left', 'center', 'up', 'center', 'right', 'center'] as const
).map((kind, index) => ({
  kind,
  frames: 3,
  ...(kind === 'center' ? {} : { between: 1 }),
  shownAt: new Date(index * 4_000).toISOString(),
  dueAt: new Date(index * 4_000 + 3_900).toISOString(),
}));

type Change = (face: SeenFace, step: number, kind: StepKind) => SeenFace | undefined;

/** A session that follows the steps, but for what is changed. */
function makeFrames(change: Change = (face) => face, delayMs = 0, wayShare = 0.5): readonly JudgedFrame[] {
  return steps.flatMap(({ kind }, index) =>
    [0, 1, 2].map((frame) => {
      const share = frame === 0 ? wayShare : 1;
      const [yaw, pitch] = [poses[kind].yaw * share, poses[kind].pitch * share];
      const face: SeenFace = {
        points: project({ yaw: yaw + frame * 0.5, pitch }),
        template: person,
        box: { x: 200, y: 180, width: 200, height: 260 },
        quality: {
          yawDegrees: yaw + frame * 0.5,
          pitchDegrees: pitch,
          sharpness: 40,
          brightness: 120,
          eyesVisibility: 0.9,
          mouthVisibility: 0.9,
        },
        liveness: { probability: 0.9 },
        fingerprint: new Uint8Array(),
        surroundings: room,
        midline: new Uint8Array(),
      };
      return {
        step: index + 1,
        imageId: `frame-${index}-${frame}`,
        receivedAt: new Date(index * 4_000 + 2_000 + frame * 200 + delayMs),
        face: change(face, index + 1, kind),
      };
    }),
  );
}

/** A face in white light that a screen adds to. */
function lightUp(colour: LightColour, reach: number): FaceColours {
  const { red, green, blue } = lightColours[colour];
  const face = {
    red: 0.4 * (1 + reach * red),
    green: 0.3 * (1 + reach * green),
    blue: 0.2 * (1 + reach * blue),
  };
  return { face, around: { red: 0.3, green: 0.3, blue: 0.3 } };
}

const alikeSurroundings = (a: Uint8Array, b: Uint8Array) => (a[0] === b[0] ? 0.95 : 0.4);

const options = {
  compareSurroundings: alikeSurroundings,
  compareStillness: () => 0.6,
  measureRelief: () => undefined,
  passive: { engine: 'passive@1', threshold: 0.4 },
  known: [],
};

const judge = (
  frames: readonly JudgedFrame[],
  known: readonly LivenessReason[] = [],
  asked: readonly LivenessStep[] = steps,
) =>
  judgeFrames(asked, frames, {
    ...options,
    compare: (a, b) => (Buffer.from(a).equals(b) ? 0.99 : 0.01),
    known,
  });

describe('the judgement of frames', () => {
  it('passes a head that follows, with what each step showed', () => {
    const verdict = judge(makeFrames());
    assert.deepEqual(verdict.reasons, []);
    assert.equal(verdict.isAlive, true);
    assert.ok(verdict.probability >= 0.5);
    assert.equal(verdict.engine, 'challenge@8+passive@1');
    assert.match(verdict.referenceImageId!, /^frame-[0246]-/);
    assert.ok(verdict.steps.every(({ isFulfilled }) => isFulfilled));
    assert.ok(verdict.steps[1]!.residual! > 0.085);
  });

  it('with light, passes a face that answers the colours, and no other', () => {
    const colours = ['blue', 'amber', 'green', 'pink', 'blue', 'amber'] as const;
    const lit = colours.map((colour, index) => ({
      kind: 'light' as const,
      colour,
      frames: 1,
      shownAt: new Date(40_000 + index * 2_000).toISOString(),
      dueAt: new Date(42_000 + index * 2_000).toISOString(),
    }));
    const ahead = makeFrames().filter(({ step }) => step === 1)[0]!;
    const judgeLit = (tint: (index: number) => FaceColours | undefined) => {
      const more = colours.map((_, index): JudgedFrame => {
        const seen = tint(index);
        const face = { ...ahead.face!, ...(seen === undefined ? {} : { colours: seen }) };
        const receivedAt = new Date(41_000 + index * 2_000);
        return { step: steps.length + index + 1, imageId: `lit-${index}`, receivedAt, face };
      });
      return judgeFrames([...steps, ...lit], [...makeFrames(), ...more], {
        ...options,
        compare: () => 0.99,
      });
    };
    const answer = judgeLit((index) => lightUp(colours[index]!, 0.2));
    assert.deepEqual(answer.reasons, []);
    assert.equal(answer.engine, 'challenge@8+light@1+passive@1');
    assert.equal(answer.probability, judge(makeFrames()).probability, 'light only makes sessions fail');
    assert.ok(answer.light!.agreement > 0.95 && answer.light!.strength > 0.05);
    assert.equal(answer.steps.length, steps.length + colours.length);
    assert.equal(typeof answer.steps.at(-1)!.redTone, 'number');
    const other = judgeLit((index) => lightUp(colours[(index + 1) % colours.length]!, 0.2));
    assert.deepEqual(other.reasons, ['wrong_light']);
    const none = judgeLit(() => lightUp('green', 0.2));
    assert.deepEqual(none.reasons, ['light_unclear']);
    const blind = judgeLit((index) => (index === 3 ? undefined : lightUp(colours[index]!, 0.2)));
    assert.deepEqual(blind.reasons, ['light_unclear']);
    assert.equal(blind.light, undefined);
  });

  const failures: readonly [string, LivenessReason, () => readonly JudgedFrame[]][] = [
    [
      'turns of a picture that seem turned',
      'flat',
      () => makeFrames((face, _step, kind) => ({ ...face, points: project(poses[kind], 0) })),
    ],
    [
      'a turn to the other side',
      'wrong_direction',
      () =>
        makeFrames((face, step) =>
          step === 2 ? { ...face, quality: { ...face.quality, yawDegrees: -25 } } : face,
        ),
    ],
    [
      'no return to the middle',
      'wrong_direction',
      () =>
        makeFrames((face, step) =>
          step === 3 ? { ...face, quality: { ...face.quality, yawDegrees: 25 } } : face,
        ),
    ],
    [
      'somebody else in one step',
      'other_person',
      () => makeFrames((face, step) => (step === 4 ? { ...face, template: Buffer.from('two') } : face)),
    ],
    ['a step without a face', 'face_lost', () => makeFrames((face, step) => (step === 4 ? undefined : face))],
    ['no face at all', 'face_lost', () => makeFrames(() => undefined)],
    ['frames after their time', 'too_late', () => makeFrames(undefined, 2_500)],
    [
      'a face that jumps between two frames',
      'motion_broken',
      () =>
        makeFrames().map((frame, index) =>
          index === 1 ? { ...frame, face: { ...frame.face!, box: { ...frame.face!.box, x: 600 } } } : frame,
        ),
    ],
    [
      'a face that the passive engine refuses',
      'passive_spoof',
      () => makeFrames((face) => ({ ...face, liveness: { probability: 0.1 } })),
    ],
  ];
  for (const [name, reason, make] of failures) {
    it(`fails ${name}: ${reason}`, () => {
      const verdict = judge(make());
      assert.ok(verdict.reasons.includes(reason), verdict.reasons.join());
      assert.equal(verdict.isAlive, false);
      assert.ok(verdict.probability < 0.5);
    });
  }

  const spoilt: readonly [LivenessReason, Partial<SeenFace['quality']>][] = [
    ['too_dark', { brightness: 29, mouthVisibility: 0, sharpness: 1 }],
    ['face_covered', { mouthVisibility: 0.01, sharpness: 1 }],
    ['face_covered', { eyesVisibility: 0.04 }],
    ['too_blurred', { sharpness: 7 }],
  ];
  for (const [reason, quality] of spoilt) {
    it(`names ${Object.keys(quality)[0]} as why the passive engine refuses: ${reason}`, () => {
      const change = (probability: number) =>
        judge(
          makeFrames((face) => ({
            ...face,
            quality: { ...face.quality, ...quality },
            liveness: { probability },
          })),
        );
      assert.deepEqual(change(0.1).reasons, [reason]);
      assert.deepEqual(change(0.9).reasons, [], 'a face that it takes for live may be so');
    });
  }

  it('asks the passive engine about the frames ahead that came again, and takes the picture from them', () => {
    const dark = makeFrames((face) => ({
      ...face,
      quality: { ...face.quality, brightness: 20, sharpness: 90 },
      liveness: { probability: 0.1 },
    }));
    const judgeAgain = (change: Parameters<typeof makeFrames>[0]) => {
      const again = makeFrames(change)
        .filter(({ step }) => step === 1)
        .map((frame) => ({
          ...frame,
          step: 8,
          imageId: `again-${frame.imageId}`,
          receivedAt: new Date(40_000),
        }));
      const asked = [...steps, { kind: 'center', frames: 3, again: 'too_dark' } as const];
      return judge([...dark, ...again], [], asked);
    };
    const lit = judgeAgain((face) => face);
    assert.deepEqual(lit.reasons, []);
    assert.match(lit.referenceImageId!, /^again-/);
    const printed = judgeAgain((face) => ({ ...face, liveness: { probability: 0.1 } }));
    assert.deepEqual(printed.reasons, ['passive_spoof']);
    const other = judgeAgain((face) => ({ ...face, template: Buffer.from('two') }));
    assert.deepEqual(other.reasons, ['other_person']);
    const turned = judgeAgain((face) => ({ ...face, quality: { ...face.quality, yawDegrees: 25 } }));
    assert.deepEqual(turned.reasons, ['wrong_direction']);
  });

  it('fails turns to the sides that make the face as narrow as a bent sheet gets: flat', () => {
    const squeeze = (share: number, isSqueezed: (kind: StepKind) => boolean) =>
      judge(
        makeFrames((face, _step, kind) =>
          isSqueezed(kind)
            ? { ...face, points: face.points.map((value, i) => (i % 2 === 0 ? value * share : value)) }
            : face,
        ),
      );
    const isSide = (kind: StepKind) => kind === 'left' || kind === 'right';
    const { yawDegrees, narrowing } = judge(makeFrames()).steps[1]!;
    const widthAt = (limit: number) => (1 - limit * yawDegrees!) / narrowing!;
    assert.deepEqual(squeeze(widthAt(challengeRules.mostNarrowing * 0.7), isSide).reasons, []);
    const narrow = widthAt(challengeRules.mostNarrowing * 1.3);
    const verdict = squeeze(narrow, isSide);
    assert.deepEqual(verdict.reasons, ['flat']);
    assert.ok(verdict.probability < 0.5);
    assert.deepEqual(squeeze(narrow, (kind) => kind === 'up').reasons, []);
  });

  it('fails a face whose nose does not move ahead of it in turns to a side: flat', () => {
    const middle = (yaw: number) => Uint8Array.of(100 + yaw);
    const frames = makeFrames((face) => ({ ...face, midline: middle(face.quality.yawDegrees) }));
    /** By so many heights of the face for each degree. */
    const judgeWith = (relief: number, isFound: (degrees: number) => boolean = () => true) =>
      judgeFrames(steps, frames, {
        ...options,
        compare: () => 0.99,
        measureRelief: (a, b) => (isFound(b[0]! - a[0]!) ? relief * (b[0]! - a[0]!) : undefined),
      }).reasons;
    assert.deepEqual(judgeWith(0.0012), []);
    assert.deepEqual(judgeWith(0.0004), ['flat']);
    assert.deepEqual(judgeWith(-0.0012), ['flat'], 'a nose that stays behind is none');
    assert.deepEqual(
      judgeWith(0, () => false),
      [],
      'blurred frames say nothing',
    );
    assert.deepEqual(
      judgeWith(0, (degrees) => Math.abs(degrees) < 20),
      [],
      'frames on the way say nothing',
    );
  });

  it('fails a face that turns while hair, ears and jaw stay where they are: motion_broken', () => {
    const [held, unlike] = [Uint8Array.of(3), Uint8Array.of(4)];
    const judgeWith = (stillness: number | undefined, turned: Uint8Array) =>
      judgeFrames(
        steps,
        makeFrames((face, _step, kind) => {
          const isSide = kind === 'left' || kind === 'right';
          return { ...face, surroundings: isSide ? turned : held };
        }),
        {
          compare: () => 0.99,
          compareSurroundings: () => 0.95,
          measureRelief: () => undefined,
          compareStillness: (a, b) => (a[0] === 3 && b[0] === 4 ? stillness : 1),
          passive: { engine: 'passive@1', threshold: 0.4 },
          known: [],
        },
      ).reasons;
    assert.deepEqual(judgeWith(0.98, unlike), []);
    assert.deepEqual(judgeWith(0.99, unlike), ['motion_broken']);
    assert.deepEqual(judgeWith(undefined, unlike), [], 'a wall and a bald head say nothing');
  });

  it('fails turns before other surroundings than the person looked ahead in: surroundings_changed', () => {
    const verdict = judge(
      makeFrames((face, _step, kind) => ({ ...face, surroundings: kind === 'center' ? room : otherRoom })),
    );
    assert.deepEqual(verdict.reasons, ['surroundings_changed']);
    assert.ok(verdict.probability < 0.5);
  });

  it('fails turns without any surroundings in common with the frame ahead: surroundings_changed', () => {
    const verdict = judgeFrames(steps, makeFrames(), {
      ...options,
      compare: () => 0.99,
      compareSurroundings: () => undefined,
    });
    assert.deepEqual(verdict.reasons, ['surroundings_changed']);
  });

  it('takes a face that is turned far for the person whose frames before it are alike', () => {
    const frames = makeFrames((face, _step, kind) => ({
      ...face,
      template: kind === 'center' ? person : Buffer.from('far'),
    }));
    const alike = (a: Uint8Array, b: Uint8Array) => (Buffer.from(a).equals(b) ? 0.99 : 0.2);
    assert.deepEqual(judgeFrames(steps, frames, { ...options, compare: alike }).reasons, []);
    const strangers = makeFrames((face, step) =>
      step === 5 ? { ...face, template: Buffer.from('two') } : face,
    );
    assert.deepEqual(judgeFrames(steps, strangers, { ...options, compare: alike }).reasons, ['other_person']);
  });

  it('compares turns that came again, each after a pause, with the reference frame and not with each other', () => {
    const frames = makeFrames((face, _step, kind) => ({ ...face, template: Buffer.from(kind) }), 0, 1);
    const asked = (['up', 'right'] as const).map((kind) => ({
      kind,
      frames: 3,
      again: 'turn_too_quick' as const,
    }));
    const again = frames.slice(9, 12).concat(frames.slice(15, 18));
    const tell = (strange?: number) => {
      const shown = again.map((frame, index) => ({
        ...frame,
        step: 8 + Math.floor(index / 3),
        ...(index === strange ? { face: { ...frame.face!, template: Buffer.from('two') } } : {}),
      }));
      return judgeFrames([...steps, ...asked], [...frames, ...shown], {
        ...options,
        compare: (...of) => {
          const names = new Set(of.map((template) => Buffer.from(template).toString()));
          return !names.has('two') && (names.size === 1 || names.has('center')) ? 0.9 : 0.01;
        },
      }).reasons;
    };
    assert.deepEqual(tell(), ['turn_too_quick']);
    for (const strange of [0, 3]) assert.deepEqual(tell(strange), ['other_person', 'turn_too_quick']);
  });

  it('fails a head that is never seen on its way, and takes one turn that shows it: turn_too_quick', () => {
    const jumping = makeFrames(undefined, 0, 1);
    const verdict = judge(jumping);
    assert.deepEqual(verdict.reasons, ['turn_too_quick']);
    assert.ok(verdict.probability < 0.5);
    assert.equal(verdict.steps[1]!.betweenDegrees, undefined);
    const whole = makeFrames();
    const once = jumping.map((frame, index) => (frame.step === 2 ? whole[index]! : frame));
    const seen = judge(once);
    assert.deepEqual(seen.reasons, []);
    assert.equal(seen.steps[1]!.betweenDegrees, 12.5);
  });

  it('leaves a head that is never seen on its way without a doubt only before clearly the same surroundings', () => {
    const judgeBefore = (likeness: number, wayShare: number) =>
      judgeFrames(steps, makeFrames(undefined, 0, wayShare), {
        ...options,
        compare: () => 0.99,
        compareSurroundings: () => likeness,
      }).reasons;
    assert.deepEqual(judgeBefore(0.73, 0.5), []);
    assert.deepEqual(judgeBefore(0.73, 1), ['turn_too_quick', 'surroundings_changed']);
    assert.deepEqual(judgeBefore(0.77, 1), ['turn_too_quick']);
  });

  it('asks no way of steps that were shown without it, as in a recording', () => {
    const before = steps.map(({ between: _, ...step }) => step);
    const verdict = judgeFrames(before, makeFrames(undefined, 0, 1), {
      ...options,
      compare: () => 0.99,
    });
    assert.deepEqual(verdict.reasons, []);
  });

  it('fails frames that were seen before, however well they look', () => {
    const verdict = judge(makeFrames(), ['frames_seen_before']);
    assert.deepEqual(verdict.reasons, ['frames_seen_before']);
    assert.equal(verdict.isAlive, false);
  });
});

describe('residuals', () => {
  it('are nothing for a plane in any perspective, and much for a head', () => {
    const straight = project({ yaw: 0, pitch: 0 });
    for (const yaw of [10, 20, 40]) {
      const flat = project({ yaw: 0, pitch: 0 }, 0);
      assert.ok(homographyResidual(flat, project({ yaw, pitch: 12 }, 0)) < 1e-3);
    }
    assert.ok(homographyResidual(straight, project({ yaw: 20, pitch: 0 })) > 0.085);
    assert.ok(homographyResidual(straight, straight) < 1e-6);
  });

  it('need the same points in both', () => {
    assert.throws(() => homographyResidual(new Float32Array(8), new Float32Array(10)), TypeError);
  });
});

describe('steps', () => {
  it('begin ahead, return after each turn, and never ask for lifts alone', () => {
    const seen = new Set<string>();
    for (let i = 0; i < 2_000; i++) {
      const kinds = drawSteps().map(({ kind }) => kind);
      assert.equal(kinds.length, 7);
      assert.ok(kinds.every((kind, index) => (kind === 'center') === (index % 2 === 0)));
      assert.ok(kinds.includes('left') || kinds.includes('right'));
      seen.add(kinds.join());
    }
    assert.equal(seen.size, 26);
    const frames = drawSteps().reduce((sum, step) => sum + step.frames, 0);
    assert.ok(frames >= 12 && frames <= 24);
  });
});
