import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { namePeople } from '../../../src/engine/evaluation/evaluation-cohort.ts';
import { writePairs } from '../../../src/engine/evaluation/list-all-pairs.ts';
import {
  type EvaluatedPair,
  ratesByClass,
  ratesByGroup,
  readGroups,
} from '../../../src/engine/evaluation/rates-by-class-and-group.ts';
import type { FaceQuality } from '../../../src/engine/index.ts';
import { goodQuality } from '../../support/service-engine.ts';

const pairOf = (imageA: string, imageB: string, same: boolean, score: number): EvaluatedPair => ({
  pair: { imageA, imageB, same },
  same,
  score,
  fold: '1',
  similarity: score > 0.4 ? 0.9 : 0.1,
  penalty: 0,
});

const decided = { scoreThreshold: 0.4, falseMatchRate: 0.1 };

describe('rates by group', () => {
  const groups = readGroups('person,group\nana,north\nbia,north\nrui,south\nze,south\n');

  it('are within groups and between them, with the worst against the mean and the promise', () => {
    const evaluated = ratesByGroup(
      [
        pairOf('ana_1.jpg', 'bia_1.jpg', false, 0.5),
        pairOf('ana_2.jpg', 'bia_1.jpg', false, 0.1),
        pairOf('rui/1.jpg', 'ze/1.jpg', false, 0.45),
        ...[1, 2, 3].map(() => pairOf('rui/2.jpg', 'ze/1.jpg', false, 0)),
        pairOf('ana_1.jpg', 'ze/1.jpg', false, 0.2),
        pairOf('ana_1.jpg', 'ana_2.jpg', true, 0.3),
        pairOf('rui/1.jpg', 'rui/2.jpg', true, 0.6),
        pairOf('eva_1.jpg', 'rui/2.jpg', false, 0.9),
      ],
      groups,
      decided,
    )!;
    assert.deepEqual(
      evaluated.rates.map(({ groups: both, falseMatches, falseNonMatches }) => [
        both.join(),
        falseMatches?.share,
        falseNonMatches?.share,
      ]),
      [
        ['north,north', 0.5, 1],
        ['south,south', 0.25, 0],
        ['north,south', 0, undefined],
      ],
    );
    assert.equal(evaluated.ungroupedPairs, 1);
    assert.deepEqual(evaluated.worstFalseMatches?.groups, ['north', 'north']);
    assert.ok(Math.abs(evaluated.worstFalseMatches!.toMean - 0.5 / Math.sqrt(0.5 * 0.25)) < 1e-9);
    assert.ok(Math.abs(evaluated.worstFalseMatches!.toPromise! - 5) < 1e-9);
  });

  it('are those of the pairs themselves, such as the sex, before those of a list', () => {
    const of = (one: EvaluatedPair, groupA: string, groupB: string) => ({
      ...one,
      pair: { ...one.pair, groupA, groupB },
    });
    const pairs = [
      of(pairOf('ana_1.jpg', 'bia_1.jpg', false, 0.5), 'female', 'female'),
      of(pairOf('rui_1.jpg', 'ze_1.jpg', false, 0.1), 'male', 'male'),
      of(pairOf('rui_1.jpg', 'rui_2.jpg', true, 0.1), 'male', 'male'),
    ];
    for (const list of [undefined, groups]) {
      const rates = ratesByGroup(pairs, list, decided)!.rates.map((one) => [
        one.groups[0],
        one.falseMatches?.share,
        one.falseNonMatches?.share,
      ]);
      assert.deepEqual(rates, [
        ['female', 1, undefined],
        ['male', 0, 1],
      ]);
    }
    assert.equal(ratesByGroup([pairOf('x.jpg', 'y.jpg', true, 1)], undefined, decided), undefined);
  });

  it('may come from a list with semicolons, as a Brazilian Excel writes it', () => {
    assert.deepEqual(readGroups('\ufeffGroup;person\r\nnorth;ana\r\n;\r\n'), new Map([['ana', 'north']]));
  });

  it('need a list of people with their groups', () => {
    for (const text of ['', 'a,b\n1,2\n', 'person,group\nana,\n']) {
      assert.throws(() => readGroups(text), { code: 'evaluation_pairs_invalid' });
    }
  });
});

describe('rates by class', () => {
  it('count a pair by its worse photo, and one without a face nowhere', () => {
    const quality = (changes: Partial<FaceQuality>) => ({ ...goodQuality, ...changes });
    const qualities = new Map([
      ['good.jpg', quality({ sharpness: 40, eyeDistancePx: 90, yawDegrees: 0, pitchDegrees: 0 })],
      ['small.jpg', quality({ sharpness: 40, eyeDistancePx: 24, yawDegrees: 0, pitchDegrees: 0 })],
      ['away.jpg', quality({ sharpness: 5, eyeDistancePx: 90, yawDegrees: -50, pitchDegrees: 30 })],
    ]);
    const old = pairOf('good.jpg', 'good.jpg', true, 0.5);
    const rates = ratesByClass(
      [
        { ...old, pair: { ...old.pair, yearsApart: 12 } },
        pairOf('good.jpg', 'small.jpg', true, 0.2),
        pairOf('away.jpg', 'good.jpg', true, 0.5),
        pairOf('away.jpg', 'good.jpg', false, 0.5),
        pairOf('failed.jpg', 'good.jpg', true, Number.NEGATIVE_INFINITY),
      ],
      qualities,
      0.4,
    );
    const pairs = Object.fromEntries(
      rates.map(({ name, genuinePairs, impostorPairs }) => [name, [genuinePairs, impostorPairs]]),
    );
    assert.deepEqual(pairs, {
      easy: [1, 0],
      blurred: [1, 1],
      small: [1, 0],
      turned: [0, 0],
      'turned-away': [1, 1],
      'up-or-down': [1, 1],
      'ten-years-apart': [1, 0],
    });
    assert.equal(rates.find(({ name }) => name === 'small')?.falseNonMatches?.share, 1);
    assert.equal(rates.find(({ name }) => name === 'turned-away')?.falseMatches?.share, 1);
  });
});

describe('the evaluated pairs', () => {
  it('are written with their scores, names quoted where they must be', () => {
    const csv = writePairs([
      pairOf('a,1.jpg', 'b.jpg', true, 0.5),
      pairOf('c.jpg', 'd.jpg', false, Number.NEGATIVE_INFINITY),
    ]);
    assert.equal(
      csv,
      'image_a,image_b,same_person,fold,score,similarity,taken_off\n"a,1.jpg",b.jpg,true,1,0.500000,0.900000,0.000000\nc.jpg,d.jpg,false,1,,,\n',
    );
  });

  it('show the people whom the list names, else those of the folders, and nobody else', () => {
    const pairs = [
      { imageA: 'ana/1.jpg', imageB: 'ana/2.jpg', same: true },
      { imageA: 'ana/1.jpg', imageB: 'x.jpg', same: false },
    ];
    assert.deepEqual(
      [...namePeople(pairs)],
      [
        ['ana/1.jpg', 'ana'],
        ['ana/2.jpg', 'ana'],
      ],
    );
    const listed = { imageA: 'x.jpg', imageB: 'y.jpg', same: true, personA: 'rui', personB: 'rui' };
    assert.deepEqual(
      [...namePeople([...pairs, listed])],
      [
        ['x.jpg', 'rui'],
        ['y.jpg', 'rui'],
      ],
    );
  });
});
