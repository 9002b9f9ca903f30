import type { AnalysisOutcome } from './analyse-photo.ts';
import type { EngineWorkload } from './face-engine.ts';
import type { FaceTask } from './face-worker.ts';
import type { PhotoTask } from './photo-pool.ts';

/** Options of an analysis, beside the bytes and the deadline of the photo. */
export type AnalysisRequest = Omit<FaceTask, keyof PhotoTask | 'isTimed'>;

/** Those who run the networks: threads of this process, or face services. */
export type FaceWorkers = {
  /**
   * The outcome for one photo. The caller's bytes are not read after the call returns. Rejects with `EngineError`:
   * `face_engine_busy`, `face_engine_timeout`, `face_service_unavailable`.
   */
  run(photo: Uint8Array, request: AnalysisRequest): Promise<AnalysisOutcome>;
  readonly workload: EngineWorkload;
  /** Refuses new photos, waits for the running ones, then ends. */
  close(): Promise<void>;
};
