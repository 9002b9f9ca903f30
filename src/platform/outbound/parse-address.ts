import { OutboundError } from './errors.ts';

const longestAddress = 8_192;

/**
 * Reads an address. The WHATWG parser turns every odd spelling of an IP address (decimal, hex, octal, short) into
 * the plain one before anything is judged. Throws `outbound_address_refused`.
 */
export function parseAddress(address: string, base?: URL): URL {
  const url = address.length > longestAddress || /\s/.test(address) ? null : URL.parse(address, base?.href);
  if (url === null) throw refused('It is not an absolute address.');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refused('Only https: is used.');
  if (url.username !== '' || url.password !== '') {
    throw refused('An address with a user name or password is not used.');
  }
  return url;
}

function refused(detail: string): OutboundError {
  return new OutboundError('outbound_address_refused', { detail });
}
