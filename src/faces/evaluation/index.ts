export { drawEvaluation } from './draw-evaluation.ts';
export { type ScoredPair, splitScores } from './error-rates.ts';
export {
  type EvaluatedRate,
  evaluatedRates,
  evaluatePairs,
  type PairEvaluation,
} from './evaluate-pairs.ts';
export { type LabelledPair, readLabelledPairs } from './read-labelled-pairs.ts';
