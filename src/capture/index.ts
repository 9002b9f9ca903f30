export type { TrialLink } from './trial.ts';
