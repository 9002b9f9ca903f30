import { isIPv6 } from 'node:net';

/** Where a listener listens. `host` is without brackets; port 0 lets the system choose. */
export type ListenAddress = { readonly host: string; readonly port: number };

/** `host:port`, `[ipv6]:port`; undefined when the text is neither. */
export function parseListenAddress(text: string): ListenAddress | undefined {
  const match = /^(?:\[([0-9a-fA-F:.%]+)\]|([A-Za-z0-9._-]+)):(\d{1,5})$/.exec(text);
  if (match === null) return undefined;
  const [, bracketed, plain] = match;
  const port = Number(match[3]);
  if (port > 65_535 || (bracketed !== undefined && !isIPv6(bracketed))) return undefined;
  return { host: (bracketed ?? plain)!, port };
}

/** The address as `host:port`, an IPv6 host in brackets. */
export function formatListenAddress(address: ListenAddress): string {
  return `${isIPv6(address.host) ? `[${address.host}]` : address.host}:${address.port}`;
}

/**
 * The `http:` (with TLS `https:`) address of a listener, for a base URL that is not configured. A listener on every interface is
 * named by its loopback address: it answers there, and which other name is public only the operator knows.
 */
export function toListenerUrl(address: ListenAddress, isTls = false): string {
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[address.host] ?? address.host;
  return `http${isTls ? 's' : ''}://${formatListenAddress({ host, port: address.port })}`;
}
