import Type from 'typebox';
import { findSecretProblems } from '../platform/config/find-secret-problems.ts';
import type { Part } from '../platform/config/forms.ts';
import type { Secret } from '../platform/config/secret.ts';
import { choice, group, integer, number, text } from '../platform/config/variables.ts';
import type { FieldProblem } from '../platform/errors.ts';

const faces = group('Faces', {
  maxYawDegrees: number({
    variable: 'FACE_MAX_YAW_DEGREES',
    default: 40,
    minimum: 0,
    maximum: 180,
    description:
      'Maximum angle of a head turned to one side in a photo of an authentication, in degrees. A larger angle is refused with `face_turned_away`. 180: no limit. Each attempt reports its angle in `decision.quality.yawDegrees`.',
  }),
  maxReferences: integer({
    variable: 'FACE_MAX_REFERENCES',
    default: 5,
    minimum: 1,
    maximum: 50,
    description:
      'Maximum reference photos of one person. The most similar one decides, together with those that match it.',
  }),
  reviewBand: number({
    variable: 'FACE_REVIEW_BAND',
    default: 0.05,
    minimum: 0,
    maximum: 0.5,
    description:
      'Width of the review band. An authentication opens a case when its similarity differs from the threshold 0.5 by at most this number and CASES_OPEN_FOR contains similarity_band.',
  }),
  duplicateSearch: choice(['on', 'off'], {
    variable: 'FACE_DUPLICATE_SEARCH',
    default: 'on',
    description:
      '`on`: registering a face searches for the same face under other CPFs, for clients with the scope `faces:duplicates`. Each process keeps an index in memory, about 0.3 GB for a million faces, unless DUPLICATE_SHARD_URLS names processes that share it.',
  }),
  duplicateMinSimilarity: number({
    variable: 'FACE_DUPLICATE_MIN_SIMILARITY',
    default: 0.9,
    minimum: 0.5,
    maximum: 1,
    description:
      'Minimum similarity of two registered faces that are reported as possible duplicates. It is stricter than 0.5, the threshold of a match, because a new face is compared with all others.',
  }),
  thresholdRaise: choice(['on', 'off'], {
    variable: 'FACE_THRESHOLD_RAISE',
    default: 'on',
    description:
      '`on`: the nightly measurement may raise the score threshold. It does so when registered people certainly match each other more often than FACE_FALSE_MATCH_RATE. `confere faces lower-threshold` lowers it again.',
  }),
  isLegalBasisRequired: choice(['true', 'false'], {
    variable: 'LEGAL_BASIS_REQUIRED',
    default: 'false',
    description:
      '`true`: a face registration must name its legal basis (LGPD, article 11), in `legalBasis` of the body or in the header `X-Legal-Basis`.',
  }),
  receivedImagesDays: Type.Optional(
    integer({
      variable: 'RETENTION_IMAGES_DAYS',
      whenUnset: 'kept until the person is erased',
      minimum: 1,
      maximum: 36_500,
      description: 'Days after which photos of authentications are erased. Attempts stay.',
    }),
  ),
  attemptsDays: Type.Optional(
    integer({
      variable: 'RETENTION_ATTEMPTS_DAYS',
      whenUnset: 'kept until the person is erased',
      minimum: 1,
      maximum: 36_500,
      description:
        'Days after which attempts lose all personal data: CPF, network address, device and photos. Verdict and time stay.',
    }),
  ),
  attemptsKeptMonths: Type.Optional(
    integer({
      variable: 'ATTEMPTS_KEEP_MONTHS',
      whenUnset: 'kept for good',
      minimum: 1,
      maximum: 1_200,
      description:
        'Whole months after which the attempts of a month are dropped with their verdicts. Their personal data is erased by then, whatever RETENTION_ATTEMPTS_DAYS says; a month with an attempt of a held person is kept. Sums of attempts stay.',
    }),
  ),
});

const duplicateShards = group(
  'Shards of the duplicate search',
  {
    shard: Type.Optional(
      text<Part>('part', {
        variable: 'DUPLICATE_SHARD',
        whenUnset: 'required for `serve --role duplicates`',
        description:
          'The part of the registered faces that a process with the role `duplicates` holds, and the number of parts: `1/2` and `2/2`.',
      }),
    ),
    urls: Type.Optional(
      text<readonly string[]>('base-url-list', {
        variable: 'DUPLICATE_SHARD_URLS',
        whenUnset: 'each process keeps the whole index',
        description:
          'Addresses of the processes with the role `duplicates`, in the order of their parts. They may be private. Templates are sent there: use plain http only in a trusted network.',
      }),
    ),
    secret: Type.Optional(
      text<Secret>('secret', {
        variable: 'DUPLICATE_SHARD_SECRET',
        whenUnset: 'required with `DUPLICATE_SHARD_URLS` and for `serve --role duplicates`',
        description:
          'Shared secret of the processes with the role `duplicates` and the processes that ask them: at least 32 random characters.',
      }),
    ),
    timeoutMs: integer({
      variable: 'DUPLICATE_SHARD_TIMEOUT_MS',
      default: 5_000,
      minimum: 100,
      maximum: 20_000,
      description:
        'Time limit for the answer of a shard. A registration waits for it at most this long. A search without all answers is finished later.',
    }),
    breakerTimeouts: integer({
      variable: 'DUPLICATE_SHARD_BREAKER_TIMEOUTS',
      default: 3,
      minimum: 1,
      maximum: 1_000,
      description:
        'Searches in a row that a shard does not answer in time; the next ones leave it out, so that registrations do not wait for a shard that hangs.',
    }),
    breakerPauseMs: integer({
      variable: 'DUPLICATE_SHARD_BREAKER_PAUSE_MS',
      default: 30_000,
      minimum: 100,
      maximum: 3_600_000,
      description:
        'Time for which a shard that hangs is left out. Then one search asks it again: when it answers, all do.',
    }),
  },
  findShardProblems,
);

function findShardProblems(values: {
  readonly shard?: Part;
  readonly urls?: readonly string[];
  readonly secret?: Secret;
}): readonly FieldProblem[] {
  const { shard, urls, secret } = values;
  const neededBy = [urls && 'DUPLICATE_SHARD_URLS', shard && 'DUPLICATE_SHARD'].filter(
    (it) => it !== undefined,
  );
  const problems = [...findSecretProblems('DUPLICATE_SHARD_SECRET', secret, neededBy)];
  if (urls !== undefined && new Set(urls).size < urls.length) {
    problems.push({ path: 'DUPLICATE_SHARD_URLS', message: 'Two addresses are the same.' });
  }
  if (urls !== undefined && shard !== undefined && urls.length !== shard.count) {
    const message = `It names ${shard.count} parts, but DUPLICATE_SHARD_URLS has ${urls.length}.`;
    problems.push({ path: 'DUPLICATE_SHARD', message });
  }
  return problems;
}

/** The settings of this domain. */
export const facesSettings = { faces, duplicateShards };
