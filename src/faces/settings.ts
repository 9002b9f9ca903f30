import Type from 'typebox';
import { choice, group, integer, number } from '../platform/config/variables.ts';

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
    description: 'Maximum reference photos of one person. The most similar one decides.',
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
      '`on`: registering a face searches for the same face under other CPFs, for clients with the scope `faces:duplicates`. Each process keeps an index in memory: about 0.6 GB for a million faces.',
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
});

/** The settings of this domain. */
export const facesSettings = { faces };
