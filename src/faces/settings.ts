import Type from 'typebox';
import { choice, group, integer, number } from '../platform/config/variables.ts';

export const faces = group('Faces', {
  maxYawDegrees: number({
    variable: 'FACE_MAX_YAW_DEGREES',
    default: 40,
    minimum: 0,
    maximum: 180,
    description:
      'How far the head may be turned to a side in the photo of an authentication, in degrees; more is `face_turned_away`. 180 refuses none: the angle is in the attempt (`decision.quality.yawDegrees`).',
  }),
  maxReferences: integer({
    variable: 'FACE_MAX_REFERENCES',
    default: 5,
    minimum: 1,
    maximum: 50,
    description: 'Reference photos kept for one person; the most similar one counts.',
  }),
  reviewBand: number({
    variable: 'FACE_REVIEW_BAND',
    default: 0.05,
    minimum: 0,
    maximum: 0.5,
    description:
      'An authentication whose similarity is that close to 0.5, the threshold, opens a case when CASES_OPEN_FOR has similarity_band.',
  }),
  duplicateSearch: choice(['on', 'off'], {
    variable: 'FACE_DUPLICATE_SEARCH',
    default: 'on',
    description:
      'Whether registering a face searches those registered for other CPFs, for clients with the scope `faces:duplicates`. Each process keeps an index in memory: about 0.6 GB for a million faces.',
  }),
  duplicateMinSimilarity: number({
    variable: 'FACE_DUPLICATE_MIN_SIMILARITY',
    default: 0.9,
    minimum: 0.5,
    maximum: 1,
    description:
      'Similarity from which two registered faces are answered as possibly one person. Stricter than the 0.5 of a match: a new face is compared with all others.',
  }),
  thresholdRaise: choice(['on', 'off'], {
    variable: 'FACE_THRESHOLD_RAISE',
    default: 'on',
    description:
      'Whether the nightly measurement of the false match rate may raise the score threshold, when the registered people match each other more often than FACE_FALSE_MATCH_RATE for certain. Lowering it again takes `confere faces lower-threshold`.',
  }),
  isLegalBasisRequired: choice(['true', 'false'], {
    variable: 'LEGAL_BASIS_REQUIRED',
    default: 'false',
    description:
      'Whether registering a face must say on what legal basis (LGPD, article 11) it is made: `legalBasis` in the body, or the header `X-Legal-Basis`.',
  }),
  receivedImagesDays: Type.Optional(
    integer({
      variable: 'RETENTION_IMAGES_DAYS',
      whenUnset: 'kept until the person is erased',
      minimum: 1,
      maximum: 36_500,
      description: 'Days after which photos received in authentications are erased; the attempt stays.',
    }),
  ),
  attemptsDays: Type.Optional(
    integer({
      variable: 'RETENTION_ATTEMPTS_DAYS',
      whenUnset: 'kept until the person is erased',
      minimum: 1,
      maximum: 36_500,
      description:
        'Days after which attempts lose everything personal (CPF, address, device, photos); verdict and time stay.',
    }),
  ),
});

/** The settings of this domain. */
export const facesSettings = { faces };
