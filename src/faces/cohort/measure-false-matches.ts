import { setImmediate } from 'node:timers/promises';
import { type DeploymentCohort, type FaceEngine, penaltyOf, wilson } from '../../engine/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/types.ts';
import type { RecordCipher } from '../../platform/encryption/index.ts';
import type { FaceCohort } from './create-face-cohort.ts';
import {
  type FalseMatchMeasurement,
  type FalseMatchWarning,
  findLastMeasurement,
  findLastOrigins,
  keepMeasurement,
  type MeasurementOutcome,
  raiseThreshold,
} from './measurements-store.ts';

export type MeasureFalseMatchesDeps = {
  readonly db: Db;
  readonly cipher: RecordCipher;
  readonly engine: FaceEngine;
  readonly cohort: FaceCohort;
  readonly clock: Clock;
  /** Similarity from which two registered faces may be one person's. */
  readonly duplicateSimilarity: number;
  /** True when a rate above the promise raises the score threshold. */
  readonly mayRaise: boolean;
};

/** Fewer people give too few pairs to say anything of a rate. */
const fewestMeasured = 30;
/** A client or a kind of device with fewer people gets no figures of its own. */
const fewestOfOrigin = 30;
/** Pairs between two turns of the thread for others. */
const pairsAtOnce = 20;
const keptMeasurements = 400;
/** Larger raises would refuse people; whoever registers faces of his choice could cause them. */
const largestRaise = 0.1;
const [histogramSteps, histogramStep] = [40, 0.05];

/**
 * Compares the people of the cohort with each other, as an authentication would, and keeps how many match. Where the
 * rate is above the promise for certain, the score threshold is raised to what holds it, if allowed; only
 * `confere faces lower-threshold` lowers it again.
 *
 * See docs/decisions/0117 and docs/decisions/0117.
 */
export async function measureFalseMatches(
  deps: MeasureFalseMatchesDeps,
  { signal }: { readonly signal: AbortSignal },
): Promise<MeasurementOutcome> {
  const { db, cipher, engine, cohort, clock } = deps;
  const { templateModel, scoreThreshold: calibrated, falseMatchRate: promised } = engine.describe();
  const { members, judged, thresholdRaise } = await cohort.openMembers();
  if (judged === undefined || members.length < fewestMeasured) {
    return { measurement: undefined, rate: undefined, warnings: [], thresholdRaise };
  }
  const counted = await compareMembers(deps, members, judged, signal);
  const scoreThreshold = calibrated + thresholdRaise;
  const origins = await findLastOrigins(
    db,
    cipher,
    members.map(({ person }) => person),
  );
  const clients = countByOrigin(counted, scoreThreshold, (person) => origins.get(person)?.clientId);
  const devices = countByOrigin(counted, scoreThreshold, (person) => origins.get(person)?.device);
  const measurement: FalseMatchMeasurement = {
    at: clock.now(),
    templateModel,
    people: members.length,
    pairs: counted.scores.length,
    matches: counted.scores.filter((score) => score >= scoreThreshold).length,
    possibleDuplicates: counted.possibleDuplicates,
    promised,
    scoreThreshold,
    histogram: histogramOf(counted.scores),
    byClient: clients.map(({ origin: clientId, ...counts }) => ({ clientId, ...counts })),
    byDevice: devices.map(({ origin: device, ...counts }) => ({ device, ...counts })),
  };
  const before = await findLastMeasurement(db, templateModel);
  const rate = wilson(measurement.matches, measurement.pairs);
  const rateBefore = before && wilson(before.matches, before.pairs);
  const warnings: FalseMatchWarning[] = [];
  if (rate !== undefined && rate.low > promised) warnings.push('above_promise');
  if (rate !== undefined && rateBefore !== undefined && rate.low > rateBefore.high) warnings.push('drift');
  const isRaised = deps.mayRaise && warnings.includes('above_promise');
  const raise = isRaised ? Math.min(largestRaise, scoreOf(counted.scores, promised) - calibrated) : 0;
  await db.transaction().execute(async (tx) => {
    await keepMeasurement(tx, measurement, keptMeasurements);
    if (raise > thresholdRaise) await raiseThreshold(tx, templateModel, raise);
  });
  return { measurement, rate, warnings, thresholdRaise: Math.max(raise, thresholdRaise) };
}

type Member = { readonly person: string; readonly template: Uint8Array };

type Counted = {
  readonly scores: readonly number[];
  readonly possibleDuplicates: number;
  /** The people of each score, in the same order. */
  readonly people: readonly (readonly [string, string])[];
};

async function compareMembers(
  { engine, duplicateSimilarity }: MeasureFalseMatchesDeps,
  members: readonly Member[],
  judged: DeploymentCohort,
  signal: AbortSignal,
): Promise<Counted> {
  const likenesses = members.map(({ template }) => judged.likenessesOf(engine.searchVector(template).values));
  const scores: number[] = [];
  const people: (readonly [string, string])[] = [];
  let [possibleDuplicates, compared] = [0, 0];
  for (const [index, a] of members.entries()) {
    for (let other = index + 1; other < members.length; other++) {
      const b = members[other] as Member;
      const leftOut = [a.person, b.person] as const;
      const [first, second] = [likenesses[index], likenesses[other]] as [Float32Array, Float32Array];
      const ordinariness = judged.judge(first, second, leftOut);
      const penalty = ordinariness === undefined ? 0 : penaltyOf(ordinariness);
      const { score, similarity } = engine.compare(a.template, b.template, undefined, { penalty });
      if (similarity >= duplicateSimilarity) possibleDuplicates += 1;
      else {
        people.push(leftOut);
        scores.push(score);
      }
      compared += 1;
      if (compared % pairsAtOnce === 0) {
        signal.throwIfAborted();
        await setImmediate();
      }
    }
  }
  return { scores, possibleDuplicates, people };
}

/** Pairs of people of one origin, where it has enough people. */
function countByOrigin(
  { scores, people }: Counted,
  threshold: number,
  originOf: (person: string) => string | undefined,
): { readonly origin: string; readonly people: number; readonly pairs: number; readonly matches: number }[] {
  const everybody = [...new Set(people.flat())];
  const byOrigin = Map.groupBy(everybody, originOf);
  return [...byOrigin].flatMap(([origin, own]) => {
    if (origin === undefined || own.length < fewestOfOrigin) return [];
    const isOwn = new Set(own);
    const found = scores.filter((_, index) => people[index]?.every((person) => isOwn.has(person)));
    const matches = found.filter((score) => score >= threshold).length;
    return [{ origin, people: own.length, pairs: found.length, matches }];
  });
}

function histogramOf(scores: readonly number[]): number[] {
  const counts = new Array<number>(histogramSteps).fill(0);
  for (const score of scores) {
    const step = Math.min(histogramSteps - 1, Math.max(0, Math.floor((score + 1) / histogramStep)));
    counts[step] = (counts[step] as number) + 1;
  }
  return counts;
}

/** The score that no greater share of the pairs exceeds. */
function scoreOf(scores: readonly number[], share: number): number {
  const sorted = scores.toSorted((a, b) => b - a);
  return (sorted[Math.floor(share * sorted.length)] as number) + 1e-6;
}
