import type { IndexCandidate, IndexQuery } from './index-worker.ts';

/** Faces that may reach the minimum scores of some queries. */
export type FoundCandidates = {
  /** Those of one model behind each other, the likeliest first. */
  readonly candidates: readonly IndexCandidate[];
  /** False when there were more than the limit. */
  readonly isComplete: boolean;
  /** The models of the searched templates, also of those without a query. */
  readonly models: readonly string[];
};

/** An index over the registered faces: in this process, or in another one. */
export type CandidateIndex = {
  /** Begins to read the registered faces in the background, and to follow what changes. Once. */
  start(): void;
  /** Resolves when all registered faces have been read once; for tests and measurements. */
  loaded(): Promise<void>;
  /** The models that templates of registered faces have and that can be compared, as far as is known. */
  models(): readonly string[];
  /**
   * Searches every face that was committed before, for at most `limit` candidates of each query. `loading` while the
   * faces are read. `missing` when the other process gives no usable answer. Rejects when the index fails.
   */
  search(queries: readonly IndexQuery[], limit: number): Promise<FoundCandidates | 'loading' | 'missing'>;
  close(): Promise<void>;
};
