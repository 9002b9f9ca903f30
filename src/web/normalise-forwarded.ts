import type { Server } from 'node:http';
import { isIP, isIPv4 } from 'node:net';

/**
 * Makes each entry of `X-Forwarded-For` an address, before anybody reads it: proxies write ports, brackets and words such
 * as `unknown` there, and each port would count as another address. An entry that is no address ends the chain: what
 * stands before it may be the invention of whoever sent the request.
 */
export function normaliseForwarded(server: Server): void {
  // Before Fastify, which has the first listener.
  server.prependListener('request', ({ headers }) => {
    const given = headers['x-forwarded-for'];
    if (given === undefined) return;
    const known = takeAddresses(String(given));
    if (known.length === 0) delete headers['x-forwarded-for'];
    else headers['x-forwarded-for'] = known.join(', ');
  });
}

/** The addresses behind the last entry that is none. */
export function takeAddresses(forwardedFor: string): readonly string[] {
  const addresses = forwardedFor.split(',').map(readAddress);
  return addresses.slice(addresses.lastIndexOf(undefined) + 1) as string[];
}

function readAddress(entry: string): string | undefined {
  const text = entry.trim().replace(/^"(.*)"$/, '$1');
  const address = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([^:]*):\d+$/.exec(text)?.[1] ?? text;
  if (isIP(address) === 0) return undefined;
  // A zone is of the proxy's own network card.
  return isIPv4(address) ? address : address.split('%')[0];
}
