import Type from 'typebox';
import { choice, group, integer } from '../../platform/config/variables.ts';

export const limits = group('Limits against abuse', {
  perAddressPerMinute: Type.Optional(
    integer({
      variable: 'RATE_LIMIT_ADDRESS_PER_MINUTE',
      minimum: 1,
      maximum: 10_000_000,
      whenUnset: 'ten times `RATE_LIMIT_PER_MINUTE`',
      description:
        'Requests a minute from one source address (IPv6: one network of 64 bits), with a token or without. Many phones may share an address.',
    }),
  ),
  perPersonPerMinute: Type.Optional(
    integer({
      variable: 'RATE_LIMIT_PERSON_PER_MINUTE',
      minimum: 1,
      maximum: 1_000_000,
      whenUnset: 'the same as `RATE_LIMIT_PER_MINUTE`',
      description: 'Authentications and captures a minute for one CPF, whichever clients they come from.',
    }),
  ),
  onRedisFailure: choice(['open', 'closed'], {
    variable: 'RATE_LIMIT_ON_REDIS_FAILURE',
    default: 'open',
    description:
      'What happens while Redis does not answer. `open`: each process counts for itself. `closed`: requests are refused with 503.',
  }),
  tokenFailuresPerMinute: integer({
    variable: 'TOKEN_FAILURE_LIMIT_PER_MINUTE',
    default: 20,
    minimum: 1,
    maximum: 1_000_000,
    description:
      'Wrong secrets a minute for one client from one source address, after which its secrets from there are not looked at until the minute is over. A secret that was right within the last minute goes on working.',
  }),
  faceLockAfterFailures: integer({
    variable: 'FACE_LOCK_AFTER_FAILURES',
    default: 30,
    minimum: 0,
    maximum: 1_000,
    description:
      'Authentications in a row that were no match within `FACE_LOCK_WINDOW_SECONDS`, after which a CPF is locked. 0: never.',
  }),
  faceLockWindowSeconds: integer({
    variable: 'FACE_LOCK_WINDOW_SECONDS',
    default: 900,
    minimum: 1,
    maximum: 2_592_000,
    description: 'In what time they have to happen, in seconds.',
  }),
  faceLockSeconds: integer({
    variable: 'FACE_LOCK_SECONDS',
    default: 900,
    minimum: 1,
    maximum: 2_592_000,
    description: 'How long a locked CPF stays locked after the last of them, in seconds.',
  }),
});
