import { define, errorsOf } from '../errors.ts';

/** Why a request to another server brought no answer that can be used. */
export const outboundErrorCatalogue = {
  outbound_address_refused: define.invalid(
    'The service refuses to connect to this address',
    'Use an absolute https address on port 443, without user name and password. The operator can allow other hosts.',
  ),
  outbound_not_public: define.invalid(
    'The host has a private address',
    'Use a host on the public internet. The operator can allow hosts and ranges of a private network.',
  ),
  outbound_unreachable: define.unavailable(
    'The other server gave no usable answer',
    'Try again later. The detail names the cause.',
  ),
  outbound_timed_out: define.unavailable(
    'The other server did not answer in time',
    'Try again later, or raise the time limit.',
  ),
  outbound_too_large: define.invalid(
    'The answer of the other server is larger than allowed',
    'Ask for less, or raise the size limit.',
  ),
  outbound_busy: define.unavailable(
    'The service has too many open requests to other servers',
    'Try again after the time in Retry-After.',
  ),
};

/** A request to another server that failed. It names no host, no address and no content. */
export class OutboundError extends errorsOf(outboundErrorCatalogue) {}

/**
 * Turns any failure into an `OutboundError`. Errors of Node.js and undici name hosts and ports, so only their code
 * is kept.
 */
export function toOutboundError(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error;
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  const detail = typeof code === 'string' && /^[A-Z0-9_]{1,48}$/.test(code) ? code : 'unknown';
  return new OutboundError('outbound_unreachable', { detail });
}
