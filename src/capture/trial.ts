import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import { LivenessError, type TrialSessions } from '../liveness/index.ts';
import type { Clock } from '../platform/clock.ts';
import { CaptureError } from './errors.ts';

/** The address to print. */
export type TrialLink = { readonly link: string; readonly expiresAt: Date };

export type Trial = ReturnType<typeof createTrial>;

/** One liveness session of the operator of this process. Nothing of it is stored but the session. */
export function createTrial(deps: {
  readonly sessions: TrialSessions;
  readonly clock: Clock;
  readonly minutes: number;
  readonly pageUrl: string;
}) {
  const { sessions, clock, minutes, pageUrl } = deps;
  let offered: { readonly hash: Buffer; readonly expiresAt: Date } | undefined;
  let begun: { readonly hash: Buffer; readonly sessionId: string } | undefined;
  return {
    challenges: sessions.challenges,
    /** Makes the address; each later call makes another and the earlier one opens nothing. */
    offer(): TrialLink {
      const code = randomBytes(32).toString('base64url');
      const expiresAt = new Date(clock.now().getTime() + minutes * 60_000);
      offered = { hash: hash(code), expiresAt };
      return { link: `${pageUrl}#c=${code}`, expiresAt };
    },
    /**
     * Begins the session that the code of the address is good for, once. `key` reads the result. Rejects with
     * `trial_code_invalid` for another, a used or an expired code, and with `liveness_light_off`, which leaves the code
     * unused, for light that is not offered.
     */
    async begin(
      request: { readonly code: string } & Omit<Parameters<TrialSessions['create']>[0], 'returnUrl'>,
    ) {
      const { code, ...session } = request;
      if (offered === undefined || !isSame(offered.hash, code) || offered.expiresAt <= clock.now()) {
        throw new CaptureError('trial_code_invalid');
      }
      if (!sessions.challenges.includes(session.challenge)) throw new LivenessError('liveness_light_off');
      // Before anything is waited for: of two requests at once, one begins.
      offered = undefined;
      const { id, captureUrl } = await sessions.create({ ...session, returnUrl: pageUrl });
      const key = randomBytes(32).toString('base64url');
      begun = { hash: hash(key), sessionId: id };
      return { captureUrl, key };
    },
    /** Rejects with `trial_code_invalid` for another key. */
    async read(key: string) {
      if (begun === undefined || !isSame(begun.hash, key)) throw new CaptureError('trial_code_invalid');
      return await sessions.read(begun.sessionId);
    },
  };
}

function hash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

function isSame(expected: Buffer, secret: string): boolean {
  return timingSafeEqual(expected, hash(secret));
}

/** The place of a service, as its configuration tells it. */
export type TrialPlace = {
  readonly trialMinutes: number;
  readonly listenHost: string;
  readonly baseUrl: string;
  readonly mobileBaseUrl: string;
  readonly hasMobileListener: boolean;
  readonly hasTls: boolean;
  readonly hasProxies: boolean;
  readonly hasPostgres: boolean;
  readonly isSandbox: boolean;
};

/**
 * True when the service listens on this machine only and nothing says that it serves others: one loopback listener
 * without TLS, addresses of this machine, no proxy, the embedded database. See docs/decisions/0146.
 */
export function isTrialOffered(place: TrialPlace): boolean {
  return (
    place.trialMinutes > 0 &&
    isLoopbackName(place.listenHost) &&
    [place.baseUrl, place.mobileBaseUrl].every((url) => isLoopbackName(new URL(url).hostname)) &&
    !place.hasMobileListener &&
    !place.hasTls &&
    !place.hasProxies &&
    !place.hasPostgres &&
    !place.isSandbox
  );
}

/** `localhost` or an address of the loopback interface, with or without brackets. */
export function isLoopbackName(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1');
  if (name === 'localhost') return true;
  if (isIP(name) === 4) return name.startsWith('127.');
  return name === '::1' || /^::ffff:127\./.test(name);
}
