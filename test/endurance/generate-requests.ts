import fc from 'fast-check';
import {
  anyBody,
  brokenJson,
  form,
  goodForm,
  json,
  multipart,
  none,
  photoInJson,
  rawPhoto,
} from './generate-bodies.ts';
import { anyText, authentication, newClient } from './generate-texts.ts';
import type { Framing, HostileBody, HostileRequest, TokenName } from './hostile-request.ts';

type Operation = {
  /** How often it comes up beside the others; 1 when absent. */
  readonly weight?: number;
  readonly method: string;
  readonly path: fc.Arbitrary<string>;
  readonly token: TokenName;
  readonly body: fc.Arbitrary<HostileBody>;
};

const segment = (good: string) =>
  fc.oneof(
    { weight: 5, arbitrary: fc.constant(good) },
    { weight: 1, arbitrary: anyText.map((text) => encodeURIComponent(text.toWellFormed())) },
    { weight: 1, arbitrary: fc.constantFrom('%00', '%ff', '%2e%2e', '%2f', '%', '..', '.', 'a'.repeat(250)) },
  );
const under = (before: string, good: string, after = '') =>
  segment(good).map((text) => `${before}${text}${after}`);

const operations: readonly Operation[] = [
  {
    weight: 4,
    method: 'POST',
    path: fc.constant('/faces/authenticate'),
    token: 'mobile',
    body: fc.oneof(json(authentication), photoInJson, brokenJson),
  },
  {
    weight: 3,
    method: 'POST',
    path: fc.constant('/v1/face-authentications'),
    token: 'mobile',
    body: fc.oneof(json(authentication), photoInJson, brokenJson),
  },
  {
    method: 'POST',
    path: fc.constant('/faces/captures'),
    token: 'mobile',
    body: fc.oneof(rawPhoto, multipart),
  },
  {
    method: 'POST',
    path: fc.constant('/faces/captures'),
    token: 'mobile bound',
    body: fc.oneof(rawPhoto, multipart),
  },
  { method: 'GET', path: under('/faces/authenticate/', '<attempt>'), token: 'mobile', body: none },
  { method: 'GET', path: under('/v1/face-authentications/', '<attempt>'), token: 'mobile', body: none },
  {
    weight: 4,
    method: 'PUT',
    path: under('/v1/people/', '<registered>', '/face'),
    token: 'customer',
    body: fc.oneof(rawPhoto, rawPhoto, photoInJson, json(authentication), brokenJson),
  },
  { method: 'GET', path: under('/v1/people/', '<registered>', '/face'), token: 'customer', body: none },
  { method: 'DELETE', path: under('/v1/people/', '<unregistered>', '/face'), token: 'customer', body: none },
  {
    method: 'POST',
    path: fc.constant('/v1/clients'),
    token: 'administrator',
    body: fc.oneof(json(newClient), brokenJson),
  },
  {
    method: 'GET',
    path: fc.oneof(fc.constant('<image link>'), under('/images/', '<image>')),
    token: 'none',
    body: none,
  },
  { method: 'POST', path: fc.constant('/oauth2/token'), token: 'none', body: fc.oneof(form, goodForm) },
  {
    method: 'POST',
    path: fc.constant('/oauth2/token'),
    token: 'basic',
    body: fc.oneof(form, goodForm, brokenJson),
  },
  {
    method: 'GET',
    path: fc.constantFrom(
      '/healthz',
      '/readyz',
      '/.well-known/jwks.json',
      '/.well-known/oauth-authorization-server',
    ),
    token: 'none',
    body: none,
  },
];

const wrongPath = fc.oneof(
  fc.constantFrom(
    ...['/', '//', '/favicon.ico', '/docs', '/docs/', '/docs/json', '/docs/static/../../package.json'],
    ...[
      '/openapi.json',
      '/v1',
      '/v1/people',
      '/v1/people//face',
      '/FACES/authenticate',
      '/faces/authenticate/',
    ],
    ...[
      '/faces//authenticate',
      '/faces/%61uthenticate',
      '/faces/authenticate;a=b',
      '/.env',
      '/metrics',
      '*',
      '',
    ],
    ...[
      '/images/',
      '/images/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
      '/v1/people/<registered>/face/',
      '/v1/clients/1',
    ],
    ...[
      'http://127.0.0.1/healthz',
      '/a b',
      '/\u00e9',
      '/%e0%80%80',
      '/%zz',
      '?',
      '#',
      `/${'a/'.repeat(3_000)}`,
    ],
  ),
  anyText.map((text) => `/${encodeURIComponent(text.toWellFormed())}`),
);
const query = fc.oneof(
  { weight: 6, arbitrary: fc.constant('') },
  {
    weight: 3,
    arbitrary: fc
      .array(
        fc.tuple(
          fc.constantFrom('shouldSignResponse', 'expires', 'signature', '__proto__', 'a', 'a[b]', ''),
          fc.oneof(fc.constantFrom('true', 'false', 'TRUE', '1', ''), anyText),
        ),
        { maxLength: 4 },
      )
      .map((pairs) => `?${new URLSearchParams(pairs)}`),
  },
  { weight: 1, arbitrary: fc.constantFrom('?', '??', '?%', '?&&=', `?${'a=1&'.repeat(1_500)}`) },
);
const header: fc.Arbitrary<readonly [string, string]> = fc.oneof(
  fc.tuple(
    fc.constantFrom('Idempotency-Key', 'X-People-Id', 'X-Request-Id', 'Accept', 'Origin', 'Range'),
    latin1(),
  ),
  fc.constantFrom<readonly [string, string]>(
    ['X-People-Id', '<registered>'],
    ['X-People-Id', '<unregistered>'],
    ['Content-Encoding', 'gzip'],
    ['Content-Type', 'application/json'],
    ['Content-Type', 'multipart/form-data'],
    ['Content-Type', 'image/jpeg; a=b'],
    ['Content-Type', 'application/x-www-form-urlencoded; charset=utf-16'],
    ['Accept', 'application/xml'],
    ['Accept-Encoding', 'br;q=9, *;q=0'],
    ['X-Forwarded-For', '127.0.0.1, <script>'],
    ['X-Forwarded-Host', 'evil.example'],
    ['X-HTTP-Method-Override', 'DELETE'],
    ['Host', 'evil.example'],
    ['Host', ''],
    ['Upgrade', 'websocket'],
    ['Connection', 'upgrade'],
    ['If-None-Match', '*'],
    ['Range', 'bytes=0-1,5-2,-9'],
    ['Cookie', 'a'.repeat(4_000)],
    ['Transfer-Encoding', 'gzip'],
    ['Content-Length', '-1'],
    ['Content-Length', '99999999999999999999'],
    ['Bad Name', 'a'],
    ['X-Long', 'a'.repeat(20_000)],
    ['X-Control', 'a\u0001b'],
    ['__proto__', 'a'],
  ),
);

function latin1(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.string({ maxLength: 300 }).map((text) => text.replaceAll(/[^\x20-\x7e]/g, '?')),
    fc.constantFrom('', 'é', 'a'.repeat(256), 'a, b', '"', '<registered>'),
  );
}

const method = fc.constantFrom(
  ...['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'CONNECT', 'PROPFIND', 'QUERY'],
  ...['get', 'FOO', '', 'G\u0000T'],
);
const tokenNames: readonly TokenName[] = [
  ...(['none', 'mobile', 'mobile bare', 'mobile bound', 'mobile bound to another', 'customer'] as const),
  ...(['customer without scopes', 'administrator', 'tampered', 'unsigned', 'garbage', 'too long'] as const),
  'basic',
];
const framings: readonly Framing[] = [
  ...(['length', 'chunked', 'no length', 'length too small', 'length too large', 'length twice'] as const),
  ...(['length and chunked', 'broken chunks', 'expect continue', 'expect nonsense'] as const),
];

/**
 * Requests from nearly right to not even HTTP. Most keep most things right, so that they come past the first
 * check and reach the code behind it.
 */
export const hostileRequest: fc.Arbitrary<HostileRequest> = fc
  .oneof(...operations.map((one) => ({ weight: one.weight ?? 1, arbitrary: fc.constant(one) })))
  .chain((operation) => {
    const mostly = <T>(right: fc.Arbitrary<T>, wrong: fc.Arbitrary<T>, weight = 12) =>
      fc.oneof({ weight, arbitrary: right }, { weight: 1, arbitrary: wrong });
    return fc.record({
      method: mostly(fc.constant(operation.method), method),
      target: fc
        .tuple(mostly(operation.path, wrongPath), query)
        .map(([path, text]) => (path.includes('?') || path === '<image link>' ? path : path + text)),
      version: mostly(
        fc.constant(' HTTP/1.1'),
        fc.constantFrom(' HTTP/1.0', ' HTTP/2.0', ' HTTP/9', '', ' HTTP/1.1 x'),
        40,
      ),
      token: mostly(fc.constant(operation.token), fc.constantFrom(...tokenNames), 5),
      headers: mostly(
        fc.constant<(readonly [string, string])[]>([]),
        fc.array(header, { minLength: 1, maxLength: 3 }),
        3,
      ),
      body: mostly(operation.body, anyBody, 8),
      framing: mostly(fc.constant<Framing>('length'), fc.constantFrom(...framings)),
    });
  });
