/** The parts of a link that an element needs to reach its session. */
export type SessionLink = {
  /** Address of the service, without a slash at its end. */
  readonly server: string;
  readonly id: string;
  readonly code: string;
};

/**
 * The session of an element: from `link`, or from `session`, `code` and `server`, which is the page's own origin
 * unless given. Undefined when something is missing, and for a `link` that is no address.
 */
export function readLink(element: Element): SessionLink | undefined {
  const link = element.getAttribute('link');
  if (link !== null) {
    const url = readAddress(link);
    if (url === undefined) return undefined;
    const values = new URLSearchParams(url.hash.slice(1));
    return complete(serverOf(url), values.get('s'), values.get('c'));
  }
  const server = element.getAttribute('server') ?? location.origin;
  return complete(server.replace(/\/$/, ''), element.getAttribute('session'), element.getAttribute('code'));
}

function readAddress(text: string): URL | undefined {
  try {
    return new URL(text, location.href);
  } catch {
    return undefined;
  }
}

/** The address of the service that a page belongs to. */
export function serverOf({ origin, pathname }: Pick<URL, 'origin' | 'pathname'>): string {
  return `${origin}${pathname.replace(/\/capture\/?$/, '')}`;
}

/** The address that opens the session in another browser. */
export function toAddress({ server, id, code }: SessionLink): string {
  return `${server}/capture#s=${encodeURIComponent(id)}&c=${encodeURIComponent(code)}`;
}

function complete(server: string, id: string | null, code: string | null): SessionLink | undefined {
  if (id === null || id === '' || code === null || code === '') return undefined;
  return { server, id, code };
}
