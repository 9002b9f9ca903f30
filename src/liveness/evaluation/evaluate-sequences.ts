import { type FaceEngine, type Rate, wilson } from '../../engine/index.ts';
import { type JudgedSequence, judgeSequence } from './judge-sequence.ts';
import type { LabelledSequence } from './read-labelled-sequences.ts';

type Interval = readonly [number, number];

/**
 * The error rates of presentation attack detection (ISO/IEC 30107-3) on recorded sequences. Rates and intervals are
 * shares from 0 to 1; null where there is no sequence. `interval`: 95 %, Wilson.
 */
export type SequenceEvaluation = {
  readonly engine: string;
  readonly intervalMethod: 'wilson-95';
  readonly bonaFide: {
    readonly sequences: number;
    /** Those that did not pass, for whatever reason. */
    readonly refused: number;
    readonly bpcer: number | null;
    readonly interval: Interval | null;
  };
  readonly species: readonly {
    readonly name: string;
    readonly sequences: number;
    readonly passed: number;
    readonly apcer: number;
    readonly interval: Interval;
  }[];
  /** The same for each instrument of a species, and for each camera of live people; empty when none is named. */
  readonly instruments: readonly {
    readonly label: LabelledSequence['label'];
    readonly species: string;
    readonly instrument: string;
    readonly sequences: number;
    /** Attacks that passed, or live sequences that did not. */
    readonly wrong: number;
    readonly rate: number;
    readonly interval: Interval;
  }[];
  readonly judged: readonly (JudgedSequence & Pick<LabelledSequence, 'label' | 'species' | 'instrument'>)[];
};

/** Judges sequences one after the other and counts; see `SequenceEvaluation`. */
export async function evaluateSequences(
  deps: {
    readonly engine: FaceEngine;
    readonly onProgress?: (done: number, total: number, name: string) => void;
  },
  sequences: readonly LabelledSequence[],
): Promise<SequenceEvaluation> {
  const judged: SequenceEvaluation['judged'][number][] = [];
  for (const [done, sequence] of sequences.entries()) {
    deps.onProgress?.(done, sequences.length, sequence.name);
    const { label, species, instrument } = sequence;
    judged.push({ ...(await judgeSequence(deps.engine, sequence)), label, species, instrument });
  }
  deps.onProgress?.(sequences.length, sequences.length, '');
  return { ...countOutcomes(judged), engine: deps.engine.describe().livenessEngine };
}

function countOutcomes(judged: SequenceEvaluation['judged']): Omit<SequenceEvaluation, 'engine'> {
  const live = judged.filter(({ label }) => label === 'live');
  const refused = live.filter(({ outcome }) => outcome !== 'passed').length;
  const bpcer = wilson(refused, live.length);
  const bySpecies = Map.groupBy(
    judged.filter(({ label }) => label === 'attack'),
    ({ species }) => species,
  );
  return {
    intervalMethod: 'wilson-95',
    bonaFide: {
      sequences: live.length,
      refused,
      bpcer: bpcer?.share ?? null,
      interval: bpcer === undefined ? null : intervalOf(bpcer),
    },
    species: [...bySpecies].map(([name, attacks]) => {
      const passed = attacks.filter(({ outcome }) => outcome === 'passed').length;
      // There is no species without a sequence.
      const apcer = wilson(passed, attacks.length) as Rate;
      const counts = { name, sequences: attacks.length, passed };
      return { ...counts, apcer: apcer.share, interval: intervalOf(apcer) };
    }),
    instruments: countInstruments(judged),
    judged,
  };
}

function countInstruments(judged: SequenceEvaluation['judged']): SequenceEvaluation['instruments'] {
  const named = judged.filter(({ instrument }) => instrument !== '');
  const groups = Map.groupBy(named, ({ label, species, instrument }) =>
    JSON.stringify([label, label === 'live' ? '' : species, instrument]),
  );
  return [...groups].map(([key, own]) => {
    const [label, species, instrument] = JSON.parse(key) as [LabelledSequence['label'], string, string];
    const wrong = own.filter(({ outcome }) => (outcome === 'passed') === (label === 'attack')).length;
    const rate = wilson(wrong, own.length) as Rate;
    const counts = { label, species, instrument, sequences: own.length, wrong };
    return { ...counts, rate: rate.share, interval: intervalOf(rate) };
  });
}

function intervalOf({ low, high }: Rate): Interval {
  return [low, high];
}
