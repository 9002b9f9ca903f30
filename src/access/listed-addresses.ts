const longestAddress = 2_000;
/** Letters, digits, dots and hyphens, or IPv6 in brackets: an address also stands in headers, where `;` and `*` mean more. */
const plainHost = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])$/;
const loopbackHosts = ['localhost', '127.0.0.1', '[::1]'];

/**
 * An absolute `https:` address, `http:` on this machine alone, in one spelling; undefined for anything else. Refused:
 * user and password, a backslash, white space, everything that two parsers could read in two ways.
 */
export function parseWebAddress(text: string): URL | undefined {
  if (text.length > longestAddress || !/^https?:\/\/[^/?#]/i.test(text)) return undefined;
  if (!/^[\x21-\x7e]+$/.test(text) || text.includes('\\')) return undefined;
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '' || /^[^/]*\/\/[^/?#]*@/.test(text)) {
    return undefined;
  }
  if (!plainHost.test(url.hostname)) return undefined;
  return url.protocol === 'https:' || loopbackHosts.includes(url.hostname) ? url : undefined;
}

/** The origin that a text names, in the spelling of browsers; undefined when it names more or less. */
export function parseOrigin(text: string): string | undefined {
  const url = parseWebAddress(text);
  return url !== undefined && url.href === `${url.origin}/` && !/[?#]/.test(text) ? url.origin : undefined;
}

/** An entry of a list of redirect targets, in one spelling: without query and fragment. */
export function parseRedirectTarget(text: string): string | undefined {
  const url = parseWebAddress(text);
  return url === undefined || /[?#]/.test(text) ? undefined : url.href;
}

/**
 * The address to go to when it is listed: same scheme, host, port and path; an entry that ends with `/` covers what lies
 * below. Query and fragment are free. Undefined otherwise.
 */
export function matchRedirect(text: string, targets: readonly string[]): string | undefined {
  const url = parseWebAddress(text);
  if (url === undefined) return undefined;
  const isListed = targets.some((target) => {
    const { origin, pathname } = new URL(target);
    if (url.origin !== origin) return false;
    if (url.pathname === pathname) return true;
    // What a server decodes to a slash or a dot could lead out of the folder.
    return (
      pathname.endsWith('/') && url.pathname.startsWith(pathname) && !/%(?:2e|2f|5c)/i.test(url.pathname)
    );
  });
  return isListed ? url.href : undefined;
}
