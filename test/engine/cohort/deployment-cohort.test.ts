import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createSeededRandom } from '../../../bench/seeded-random.ts';
import {
  type CohortMember,
  type DeploymentCohort,
  openDeploymentCohort,
  penaltyOf,
  sampleOfPeople,
} from '../../../src/engine/cohort/deployment-cohort.ts';
import table from '../../../src/engine/cohort/expected-likeness.json' with { type: 'json' };

const scale = { expected: table.rows, duplicateLikeness: 0.4764 };
const length = 512;

/** Faces with so much in common; 0 is what directions drawn by chance have in common: nothing. */
function drawPeople(count: number, shared: number, seed: number): CohortMember[] {
  const random = createSeededRandom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Array.from({ length: count }, (_, index) => {
    const own = Float32Array.from({ length }, normal);
    const common = Float32Array.from({ length }, (_, i) => (i === 0 ? Math.sqrt(length) : 0));
    const mixed = own.map(
      (value, i) => Math.sqrt(1 - shared) * value + Math.sqrt(shared) * (common[i] as number),
    );
    const size = Math.hypot(...mixed);
    const name = `person-${seed}-${index}`;
    return { id: name, person: name, values: mixed.map((value) => value / size) };
  });
}

function judge(cohort: DeploymentCohort, a: CohortMember, b: CohortMember, leftOut: readonly string[] = []) {
  return cohort.judge(cohort.likenessesOf(a.values), cohort.likenessesOf(b.values), leftOut);
}

function penalty(cohort: DeploymentCohort, a: CohortMember, b: CohortMember): number {
  const ordinariness = judge(cohort, a, b, [a.person, b.person]);
  assert.ok(ordinariness);
  return penaltyOf(ordinariness);
}

/** Opens a cohort, and one more that follows it. */
async function openTwice(members: readonly CohortMember[]) {
  const previous = await openDeploymentCohort(members.slice(1), scale);
  const following = await openDeploymentCohort(members, { ...scale, previous });
  return { previous: new WeakRef(previous), following };
}

describe('a cohort of the deployment', () => {
  it('takes off what its people have in common, whether there are 12 or 400 of them', async () => {
    for (const size of [12, 30, 100, 400]) {
      const cohort = await openDeploymentCohort(drawPeople(size, 0.3, 1), scale);
      const [a, b] = drawPeople(2, 0.3, 2) as [CohortMember, CohortMember];
      const found = penalty(cohort, a, b);
      // Directions drawn by chance are less alike than press photos are, the more so the more there are.
      assert.ok(found > 0.1 && found < 0.35, `${size} people: ${found}`);
    }
  });

  it('keeps none that came before it in memory', async () => {
    setFlagsFromString('--expose-gc');
    const { previous, following } = await openTwice(drawPeople(12, 0.3, 1));
    await setImmediate();
    runInNewContext('gc')();
    assert.equal(following.people, 12);
    assert.equal(previous.deref(), undefined);
  });

  it('takes off what a small group within a cohort of others has in common', async () => {
    const others = drawPeople(380, 0, 11);
    const plain = { ...scale, expected: scale.expected.map(({ among: _, ...row }) => row) };
    for (const size of [20, 100]) {
      const members = [...drawPeople(size, 0.3, 12), ...others];
      const [a, b] = drawPeople(2, 0.3, 13) as [CohortMember, CohortMember];
      const found = penalty(await openDeploymentCohort(members, scale), a, b);
      const before = penalty(await openDeploymentCohort(members, plain), a, b);
      assert.ok(
        found > before + 0.1 && found < 0.35,
        `${size} of 400: ${found}, ${before} by the nearest alone`,
      );
      const [c, d] = drawPeople(2, 0, 14) as [CohortMember, CohortMember];
      assert.equal(penalty(await openDeploymentCohort(members, scale), c, d), 0, 'the others lose nothing');
    }
  });

  it('takes nothing off where people have no more in common than press photos', async () => {
    const cohort = await openDeploymentCohort(drawPeople(60, 0, 3), scale);
    const [a, b] = drawPeople(2, 0, 4) as [CohortMember, CohortMember];
    assert.equal(penalty(cohort, a, b), 0);
    assert.ok((judge(cohort, a, b)?.first as number) < 0);
  });

  it('says nothing with fewer than ten people, both of the pair not counted', async () => {
    const members = drawPeople(11, 0.3, 5);
    const [a, b] = members as [CohortMember, CohortMember];
    const cohort = await openDeploymentCohort(members, scale);
    assert.equal(judge(cohort, a, b, [a.person, b.person]), undefined);
    assert.equal(judge(cohort, a, b, [a.person])?.people, undefined);
    const larger = await openDeploymentCohort(drawPeople(12, 0.3, 5), scale);
    assert.equal(judge(larger, a, b, [a.person, b.person])?.people, 10);
  });

  it('gives a pair what the same cohort without its people gives', async () => {
    const members = drawPeople(40, 0.3, 6);
    const [a, b] = members as [CohortMember, CohortMember];
    const whole = await openDeploymentCohort(members, scale);
    const others = await openDeploymentCohort(members.slice(2), scale);
    const [inside, outside] = [judge(whole, a, b, [a.person, b.person]), judge(others, a, b)];
    assert.ok(inside && outside);
    assert.equal(inside.people, outside.people);
    assert.ok(Math.abs(inside.first - outside.first) < 1e-6);
    assert.ok(Math.abs(inside.second - outside.second) < 1e-6);
  });

  it('gives the same figures whatever the order of its people', async () => {
    const members = drawPeople(40, 0.3, 7);
    const [a, b] = drawPeople(2, 0.3, 8) as [CohortMember, CohortMember];
    const one = judge(await openDeploymentCohort(members, scale), a, b);
    const other = judge(await openDeploymentCohort(members.toReversed(), scale), a, b);
    assert.ok(one && other);
    assert.ok(Math.abs(one.first - other.first) < 1e-6 && Math.abs(one.second - other.second) < 1e-6);
  });

  it('gives the same figures when it follows an earlier one, with people gone and others come', async () => {
    const members = drawPeople(60, 0.3, 13);
    const [a, b] = drawPeople(2, 0.3, 14) as [CohortMember, CohortMember];
    const previous = await openDeploymentCohort(members.slice(0, 40), scale);
    const changed = members.slice(7).toReversed();
    const following = judge(await openDeploymentCohort(changed, { ...scale, previous }), a, b);
    const fresh = judge(await openDeploymentCohort(changed, scale), a, b);
    assert.ok(following && fresh);
    assert.ok(Math.abs(following.first - fresh.first) < 1e-6);
    assert.ok(Math.abs(following.second - fresh.second) < 1e-6);
  });

  it('does not weaken the matches of a person registered a second time', async () => {
    const members = drawPeople(40, 0.3, 9);
    const [a] = members as [CohortMember];
    const photo = { ...a, values: a.values };
    const alone = penalty(await openDeploymentCohort(members, scale), a, photo);
    const twice = [...members, { id: 'second-cpf', person: 'second-cpf', values: a.values }];
    const withSecond = penalty(await openDeploymentCohort(twice, scale), a, photo);
    assert.ok(withSecond <= alone + 0.005, `${alone} became ${withSecond}`);
  });

  it('is hardly lowered by people registered on purpose', async () => {
    const honest = drawPeople(30, 0.3, 10);
    const [a, b] = drawPeople(2, 0.3, 11) as [CohortMember, CohortMember];
    const before = penalty(await openDeploymentCohort(honest, scale), a, b);
    // They have nothing in common with anybody: the easiest impostors there are.
    const poisoned = await openDeploymentCohort([...honest, ...drawPeople(400, 0, 12)], scale);
    const after = penalty(poisoned, a, b);
    // What the honest ones have in common shows among the nearest of both faces, however many others there are.
    assert.ok(after > 0.8 * before, `${after} of ${before}`);
  });
});

describe('a sample of people', () => {
  it('is the same for all who know the same people, and keeps whom it has when others go', () => {
    const people = Array.from({ length: 1000 }, (_, index) => `per_${index}`);
    const sample = sampleOfPeople(people, 100);
    assert.deepEqual(sampleOfPeople(people.toReversed(), 100), sample);
    assert.equal(new Set(sample).size, 100);
    const gone = sample[40] as string;
    const later = sampleOfPeople(
      people.filter((person) => person !== gone),
      100,
    );
    assert.deepEqual(
      later.slice(0, 99),
      sample.filter((person) => person !== gone),
    );
  });
});
