import { isIP } from 'node:net';

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
