import { choice, constant, group, integer } from '../../platform/config/variables.ts';

export const limits = group('Limits against abuse', {
  perAddressPerMinute: integer({
    variable: 'RATE_LIMIT_ADDRESS_PER_MINUTE',
    minimum: 1,
    maximum: 10_000_000,
    whenUnset: 'ten times `RATE_LIMIT_PER_MINUTE`',
    description:
      'Maximum requests of one source address a minute, with or without a token. A source address is one IPv4 address or one IPv6 /64 network. Many phones can share an address.',
  }),
  perPersonPerMinute: integer({
    variable: 'RATE_LIMIT_PERSON_PER_MINUTE',
    minimum: 1,
    maximum: 1_000_000,
    whenUnset: 'the same as `RATE_LIMIT_PER_MINUTE`',
    description: 'Maximum authentications and captures for one CPF a minute, from all clients together.',
  }),
  /** Maximum health checks of one address: 50 a second, more than any set of load balancers asks for. */
  probesPerAddressPerMinute: constant(3_000),
  onRedisFailure: choice(['open', 'closed'], {
    variable: 'RATE_LIMIT_ON_REDIS_FAILURE',
    default: 'open',
    description:
      'Behaviour while Redis does not answer. `open`: each process counts alone. `closed`: requests get 503.',
  }),
  /**
   * Maximum wrong secrets for one client from one source address a minute. Further secrets from that address get
   * 429 until the minute ends. A secret that was right within the last minute still works.
   */
  tokenFailuresPerMinute: constant(20),
  faceLockAfterFailures: integer({
    variable: 'FACE_LOCK_AFTER_FAILURES',
    default: 30,
    minimum: 0,
    maximum: 1_000,
    description:
      'Failed authentications in a row within 15 minutes that lock a CPF for 15 minutes. 0: no lock.',
  }),
  /** Time in which these failures must happen, in seconds. */
  faceLockWindowSeconds: constant(900),
  /** Duration of the lock, in seconds. It starts at the last failure. */
  faceLockSeconds: constant(900),
});
