import { isIP, isIPv6 } from 'node:net';
import { Secret } from './secret.ts';

/** Where a listener listens. `host` is without brackets; port 0 lets the system choose. */
export type ListenAddress = { readonly host: string; readonly port: number };

/** The form of a variable's text, in words for operators, and its conversion. */
export type Form = {
  readonly expected: string;
  /** The value, or undefined when the text does not have the form. */
  parse(text: string): unknown;
};

/** The forms of variables that are not numbers or one of a few words, by the schema's `format`. */
export const forms = {
  text: { expected: 'any text', parse: (text) => text },
  'listen-address': {
    expected: 'host:port with a port from 0 to 65535, an IPv6 host in brackets (127.0.0.1:8080, [::1]:8080)',
    parse: (text): ListenAddress | undefined => parseListenAddress(text),
  },
  'base-url': {
    expected: 'an http: or https: address without user, query or fragment (https://verify.example.com)',
    parse: parseBaseUrl,
  },
  'postgres-url': {
    expected:
      'a postgres: or postgresql: address (postgres://user:password@host:5432/database), or file: and the path of a file that holds it',
    parse(text) {
      const url = URL.parse(text);
      return url !== null && /^postgres(ql)?:$/.test(url.protocol) ? new Secret(text) : undefined;
    },
  },
  'master-key': {
    expected: 'base64 of 32 bytes (openssl rand -base64 32), or file: and the path of a file that holds it',
    parse: (text) => (/^([A-Za-z0-9+/]{43}=|file:.+)$/.test(text) ? new Secret(text) : undefined),
  },
  'master-key-list': {
    expected: 'a comma-separated list of master keys, each base64 of 32 bytes or file: and a path',
    parse: (text) =>
      /^\s*([A-Za-z0-9+/]{43}=|file:[^,]+)(\s*,\s*([A-Za-z0-9+/]{43}=|file:[^,]+))*\s*$/.test(text)
        ? new Secret(text)
        : undefined,
  },
  secret: {
    expected: 'a secret of one line, or file: and the path of a file that holds it',
    parse: (text) => (/^file:|[\r\n\0]/.test(text) ? undefined : new Secret(text)),
  },
  'bucket-name': {
    expected: 'lower-case letters, digits, dots and hyphens (confere-photos)',
    parse: (text) => (/^[a-z0-9][a-z0-9.-]{0,61}[a-z0-9]$/.test(text) ? text : undefined),
  },
  'issuer-url': {
    expected:
      'an http: or https: address exactly as the tokens of the issuer name it, without query or fragment',
    // As it is written: an issuer is compared letter by letter.
    parse: (text) => (parseBaseUrl(text) === undefined ? undefined : text),
  },
  'name-list': {
    expected: 'a comma-separated list of names without spaces',
    parse: (text) => parseList(text, (entry) => /^\S+$/.test(entry)),
  },
  'name-map': {
    expected: 'a comma-separated list of pairs with = between them (verify.read=attempts:read)',
    parse: parseNameMap,
  },
  'redis-url': {
    expected:
      'a redis: or rediss: address (redis://user:password@host:6379/0), or file: and the path of a file that holds it',
    parse(text) {
      const url = URL.parse(text);
      return url !== null && /^rediss?:$/.test(url.protocol) && url.hostname !== ''
        ? new Secret(text)
        : undefined;
    },
  },
  'origin-list': {
    expected:
      'a comma-separated list of origins, each a scheme, a host and a port if needed (https://app.example.com)',
    parse: (text) => parseList(text, isOrigin),
  },
  'host-list': {
    expected:
      'a comma-separated list of host names, IP addresses or CIDR ranges, with :port if needed (photos.intra:8443, 10.0.0.0/8)',
    parse: (text) => parseList(text, isHostEntry),
  },
  'address-list': {
    expected: 'a comma-separated list of IP addresses or CIDR ranges (10.0.0.1, 192.168.0.0/16)',
    parse: (text) => parseList(text, isAddressOrRange),
  },
} satisfies Record<string, Form>;

export type FormName = keyof typeof forms;

/** Without a trailing slash, so that paths can be appended. */
function parseBaseUrl(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return undefined;
  return url.href.replace(/\/+$/, '');
}

function parseList(text: string, isEntry: (entry: string) => boolean): readonly string[] | undefined {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  return entries.every(isEntry) ? Object.freeze(entries) : undefined;
}

function parseNameMap(text: string): readonly (readonly [string, string])[] | undefined {
  const entries = parseList(text, (entry) => /^[^\s=]+=[^\s=]+$/.test(entry));
  return (
    entries && Object.freeze(entries.map((entry) => Object.freeze(entry.split('=') as [string, string])))
  );
}

/** Written exactly as browsers send it, since it is compared with that. */
function isOrigin(entry: string): boolean {
  const url = URL.parse(entry);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === entry;
}

function isHostEntry(entry: string): boolean {
  if (isAddressOrRange(entry)) return true;
  const match = /^(?:\[([^\]]+)\]|([^:/[\]]+))(?::(\d{1,5}))?$/.exec(entry);
  if (match === null || Number(match[3] ?? 0) > 65_535) return false;
  if (match[1] !== undefined) return isIP(match[1]) === 6;
  // Underscores are not for host names, but container networks use them.
  return /^[A-Za-z0-9]([A-Za-z0-9_-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9_-]*[A-Za-z0-9])?)*$/.test(
    match[2]!,
  );
}

function isAddressOrRange(entry: string): boolean {
  const [address, prefix, ...rest] = entry.split('/');
  const version = isIP(address ?? '');
  if (version === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}

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
