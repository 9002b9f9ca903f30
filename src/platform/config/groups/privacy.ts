import Type from 'typebox';
import { choice, group, integer } from '../variables.ts';

export const privacy = group('Privacy', {
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
  executionsDays: Type.Optional(
    integer({
      variable: 'RETENTION_EXECUTIONS_DAYS',
      whenUnset: 'kept until the person is erased',
      minimum: 1,
      maximum: 36_500,
      description:
        'Days after which executions that ended are erased, with their attributes and decisions; the profile keeps what it knows.',
    }),
  ),
});
