import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { type AddressAllowance, isPublicAddress } from '../platform/network/index.ts';
import { ImageError } from './errors.ts';

/** Finds every address of a host name; `dns.lookup` with `all: true` in production. */
export type LookupAll = (hostname: string) => Promise<readonly LookupAddress[]>;

/** Where a request goes: the URL it asks for, and the checked addresses it may connect to, best first. */
export type Target = { readonly url: URL; readonly addresses: readonly LookupAddress[] };

const maxAddressLength = 8192;
/** More than a host with a sane configuration has; the rest is checked but not tried. */
const maxTriedAddresses = 4;

/**
 * Reads an address of a photo. The WHATWG parser turns every odd spelling of an IP address (decimal, hex, octal,
 * short) into the plain one before anything is checked. Throws `image_address_invalid`.
 */
export function parsePhotoUrl(address: string, base?: URL): URL {
  const url = address.length > maxAddressLength || /\s/.test(address) ? null : URL.parse(address, base?.href);
  if (url === null) throw invalid('It is not an absolute address.');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw invalid('Only https: and data: addresses are read.');
  }
  if (url.username !== '' || url.password !== '') {
    throw invalid('An address with a user name or password is not read.');
  }
  return url;
}

/**
 * Resolves the host of a URL once and checks every address it has: all must be public, or in the allowance. One
 * bad address among good ones refuses the whole, since nobody publishes such a mix by accident. Plain http and
 * ports other than 443 need the allowance, too.
 *
 * Throws `image_address_invalid` for a scheme or port that is not allowed; anything else rejects with a plain
 * error whose message holds neither the name nor an address.
 */
export async function resolveTarget(
  url: URL,
  allowance: AddressAllowance,
  lookup: LookupAll,
): Promise<Target> {
  const host = url.hostname;
  const isUsual = url.protocol === 'https:' && url.port === '';
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  const isNamed = allowance.allowsHost(host, port);
  if (!isUsual && allowance.isEmpty) throw refuseUnusual(url);

  const literal = host.startsWith('[') ? host.slice(1, -1) : host;
  const family = isIP(literal);
  const addresses = family === 0 ? await lookup(host) : [{ address: literal, family }];
  if (addresses.length === 0) throw new Error('the host has no address');

  const isAllowed = isNamed || addresses.every(({ address }) => allowance.allowsAddress(address));
  if (!isUsual && !isAllowed) throw refuseUnusual(url);
  const isReachable = addresses.every(
    ({ address }) => isPublicAddress(address) || isNamed || allowance.allowsAddress(address),
  );
  if (!isReachable) throw new Error('the host has an address that is not public');
  return { url, addresses: addresses.slice(0, maxTriedAddresses) };
}

function refuseUnusual(url: URL): ImageError {
  return url.protocol === 'https:'
    ? invalid('Only port 443 is reached.')
    : invalid('Only https: and data: addresses are read.');
}

function invalid(detail: string): ImageError {
  return new ImageError('image_address_invalid', { detail });
}
