import type { RulesOfClients } from '../access/index.ts';
import type { FaceEngine } from '../engine/index.ts';
import type { ImageFiles, PhotoConverter } from '../images/index.ts';
import type { CpfIndex } from '../people/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { ConfigOf } from '../platform/config/index.ts';
import type { Db } from '../platform/db/index.ts';
import type { RecordCipher } from '../platform/encryption/index.ts';
import type { RateLimiter } from '../platform/rate-limits/index.ts';
import type { livenessSettings } from './settings.ts';

/** The parts that liveness sessions work with; each operation takes those it needs. */
export type LivenessDeps = {
  readonly db: Db;
  readonly cipher: RecordCipher;
  readonly clock: Clock;
  /** The key of the audit log's hashes. */
  readonly auditKey: Uint8Array;
  readonly engine: FaceEngine;
  readonly store: ImageFiles;
  readonly converter: PhotoConverter;
  /** Of a photo file. */
  readonly photoLimits: { readonly maxBytes: number; readonly maxPixels: number };
  readonly cpfIndex: CpfIndex;
  readonly rulesOfClients: RulesOfClients;
  readonly limiter: RateLimiter;
  /** The key of the hashes by which frames are recognised. */
  readonly frameKey: Uint8Array;
  /** The key that makes secrets of sessions from codes and nonces. */
  readonly secretKey: Uint8Array;
  readonly settings: ConfigOf<typeof livenessSettings>['liveness'];
  readonly mobileBaseUrl: string;
  readonly onBackgroundError: (error: unknown) => void;
};
