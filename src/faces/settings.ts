import { findSecretProblems } from '../platform/config/secret.ts';
import { choice, constant, group, integer, number, text } from '../platform/config/variables.ts';

const faces = group('Faces', {
  /**
   * Maximum angle of a head turned to one side in a photo of an authentication, in degrees. A larger angle is refused
   * with `face_turned_away`. Each attempt reports its angle in `decision.quality.yawDegrees`.
   */
  maxYawDegrees: constant(40),
  /** Maximum reference photos of one person. The most similar one decides, together with those that match it. */
  maxReferences: constant(5),
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
      '`on`: registering a face searches for the same face under other CPFs, for clients with the scope `faces:duplicates`. Each process keeps an index in memory, about 0.3 GB for a million faces, unless DUPLICATES_URL names another process.',
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
  receivedImagesDays: integer({
    variable: 'RETENTION_IMAGES_DAYS',
    whenUnset: 'kept until the person is erased',
    minimum: 1,
    maximum: 36_500,
    description: 'Days after which photos of authentications are erased. Attempts stay.',
  }),
  attemptsDays: integer({
    variable: 'RETENTION_ATTEMPTS_DAYS',
    whenUnset: 'kept until the person is erased',
    minimum: 1,
    maximum: 36_500,
    description:
      'Days after which attempts lose all personal data: CPF, network address, device and photos. Verdict and time stay.',
  }),
  attemptsKeptMonths: integer({
    variable: 'ATTEMPTS_KEEP_MONTHS',
    whenUnset: 'kept for good',
    minimum: 1,
    maximum: 1_200,
    description:
      'Whole months after which the attempts of a month are dropped with their verdicts. Their personal data is erased by then, whatever RETENTION_ATTEMPTS_DAYS says; a month with an attempt of a held person is kept. Sums of attempts stay.',
  }),
});

const duplicates = group(
  'Duplicate search in another process',
  {
    url: text('base-url', {
      variable: 'DUPLICATES_URL',
      whenUnset: 'each process keeps the index of the registered faces',
      description:
        'Address of the process with the role `duplicates`. It may be private. Templates are sent there: use plain http only in a trusted network.',
    }),
    secret: text('secret', {
      variable: 'DUPLICATES_SECRET',
      whenUnset: 'required with `DUPLICATES_URL` and for `serve --role duplicates`',
      description:
        'Shared secret of the process with the role `duplicates` and the processes that ask it: at least 32 random characters.',
    }),
  },
  ({ url, secret }) =>
    findSecretProblems('DUPLICATES_SECRET', secret, url === undefined ? [] : ['DUPLICATES_URL']),
);

export const facesSettings = { faces, duplicates };
