import { isIPv6, SocketAddress } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Cpf } from '../../platform/documents.ts';
import type { Bucket, BucketState, RateLimiter } from '../../platform/rate-limits/index.ts';
import type { AccessToken } from '../../platform/tokens/index.ts';
import { HttpError } from '../errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `token`: the stricter limit of the token endpoint. `probe`: the wider one of health checks. */
    rateLimit?: 'token' | 'probe';
  }
  interface FastifyRequest {
    /** The limits that have counted this request so far. */
    limitStates: readonly BucketState[];
  }
}

export type RequestLimitOptions = {
  readonly perClient: number;
  readonly perAddress: number;
  readonly perPerson: number;
  readonly perAddressAtTokenEndpoint: number;
  readonly probesPerAddress: number;
};

/** Counts requests and refuses those that are too many with `rate_limited`; each answer says what is left. */
export type RequestLimits = {
  /** Refuses, without counting, whoever's address is known to be over its limit. */
  refuseFullAddress(request: FastifyRequest, reply: FastifyReply): void;
  /** Counts a request by its address, and by its client when it has a token; by client and person when that is bound. */
  countRequest(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  readonly countPerson: CountPerson;
};

/** Counts a request about one person, whichever client it comes from. */
export type CountPerson = (request: FastifyRequest, reply: FastifyReply, cpf: Cpf) => Promise<void>;

const windowMs = 60_000;

/** Of a token bound to a person: what one phone asks for while it takes photos, with room for a second try. */
const requestsPerBoundPerson = 120;

/** Of a request with such a token, each so many bytes of the body count as one: to receive and parse them takes time. */
const bytesCountedOnce = 1024 * 1024;
/** The count of a body of untold length. */
const weightOfUnknownBody = 10;

/**
 * Counts requests by client, address and person over the shared limiter, and says in headers what is left. Health
 * checks are counted in this process alone: a Redis that is gone must not make the service look dead.
 */
export function createRequestLimits(
  limiters: { readonly shared: RateLimiter; readonly own: RateLimiter },
  options: RequestLimitOptions,
): RequestLimits {
  const bucket = (policy: string, key: string, limit: number): Bucket => ({ policy, key, limit, windowMs });

  function addressBucket(request: FastifyRequest): {
    readonly limiter: RateLimiter;
    readonly bucket: Bucket;
  } {
    const key = addressKey(request.ip);
    switch (request.routeOptions.config.rateLimit) {
      case 'probe':
        return { limiter: limiters.own, bucket: bucket('probe', key, options.probesPerAddress) };
      case 'token':
        return { limiter: limiters.shared, bucket: bucket('token', key, options.perAddressAtTokenEndpoint) };
      default:
        return { limiter: limiters.shared, bucket: bucket('address', key, options.perAddress) };
    }
  }

  /** A phone has a budget of its own, so that it takes nothing from the other phones of its client. */
  function clientBucket({ clientId, peopleId }: AccessToken, weight: number): Bucket {
    if (peopleId === undefined) return bucket('client', clientId, options.perClient);
    const limit = Math.min(requestsPerBoundPerson, options.perClient);
    return { ...bucket('client-person', `${clientId} ${peopleId}`, limit), weight: Math.min(weight, limit) };
  }

  return {
    refuseFullAddress(request, reply) {
      const { limiter, bucket } = addressBucket(request);
      const full = limiter.findFull(bucket);
      if (full !== undefined) show(request, reply, [full]);
    },
    async countRequest(request, reply) {
      const { accessToken } = request;
      const byAddress = addressBucket(request);
      const buckets = [byAddress.bucket];
      if (accessToken !== undefined) {
        buckets.unshift(clientBucket(accessToken, weighBody(request)));
      }
      show(request, reply, await byAddress.limiter.count(buckets));
    },
    async countPerson(request, reply, cpf) {
      show(request, reply, await limiters.shared.count([bucket('person', cpf, options.perPerson)]));
    },
  };
}

function weighBody({ headers }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return weightOfUnknownBody;
  return Math.max(1, Math.ceil(Number(headers['content-length'] ?? 0) / bytesCountedOnce));
}

/** Puts the states into the answer's headers, and throws when one of them is exceeded. */
function show(request: FastifyRequest, reply: FastifyReply, states: readonly BucketState[]): void {
  request.limitStates = [...request.limitStates, ...states];
  const headers = renderLimitHeaders(request.limitStates);
  reply.header('ratelimit-policy', headers.policy).header('ratelimit', headers.limits);
  const exceeded = states.filter(({ isExceeded }) => isExceeded);
  if (exceeded.length === 0) return;
  const waitMs = Math.max(...exceeded.map(({ resetMs }) => resetMs));
  throw new HttpError('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) });
}

/**
 * Who is counted for a source address. IPv4 addresses each, however they are written; of IPv6 the network of 64 bits,
 * since one host has all of its addresses and could use another one for each request.
 */
export function addressKey(address: string): string {
  if (!address.includes(':') || !isIPv6(address)) return address;
  const [plain = ''] = address.split('%');
  const { address: short } = new SocketAddress({ address: plain, family: 'ipv6' });
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(short)?.[1];
  if (mapped !== undefined) return mapped;
  // A translator's way to write IPv4 (RFC 6052, section 2.1): many hosts in one network.
  if (short.startsWith('64:ff9b::')) return short;
  const [head = '', tail = ''] = short.split('::');
  const groups = [head, tail].map((part) => (part === '' ? [] : part.split(':')));
  const zeros = Array.from({ length: 8 - groups.flat().length }, () => '0');
  return `${[...groups[0]!, ...zeros, ...groups[1]!].slice(0, 4).join(':')}::/64`;
}

/**
 * The fields `RateLimit-Policy` and `RateLimit` of draft-ietf-httpapi-ratelimit-headers-10: lists (RFC 9651) of policy
 * names, with quota and window in seconds, and with what is left and the seconds until it is all there again.
 *
 * @example
 * "client";q=600;w=60, "address";q=6000;w=60
 * "client";r=599;t=60, "address";r=5999;t=60
 */
function renderLimitHeaders(states: readonly BucketState[]): {
  readonly policy: string;
  readonly limits: string;
} {
  return {
    policy: states
      .map(({ policy, limit, windowMs }) => `"${policy}";q=${limit};w=${Math.round(windowMs / 1000)}`)
      .join(', '),
    limits: states
      .map(({ policy, remaining, resetMs }) => `"${policy}";r=${remaining};t=${Math.ceil(resetMs / 1000)}`)
      .join(', '),
  };
}
