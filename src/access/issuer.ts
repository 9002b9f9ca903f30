/**
 * The issuer identifier of a public base address (RFC 8414, section 2): the address without trailing slashes.
 * Throws `TypeError` unless it is an http or https address without query and fragment.
 */
export function issuerOf(baseUrl: string): string {
  const url = new URL(baseUrl);
  if (!/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new TypeError('the base address must be http or https, without query and fragment');
  }
  return baseUrl.replace(/\/+$/, '');
}
