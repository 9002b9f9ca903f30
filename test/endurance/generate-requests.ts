import fc from 'fast-check';
import {
  type Framing,
  type HostileBody,
  type HostilePhoto,
  type HostileRequest,
  type Part,
  type PhotoChange,
  photoNames,
  type TokenName,
} from './hostile-request.ts';

const nul = '\\u0000';

/** Texts that have broken parsers, databases and prototypes before. None holds anybody's data. */
const nastyTexts: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\ufeff',
  '\u202e',
  'null',
  'undefined',
  'NaN',
  'true',
  '0',
  '-1',
  '1e999',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  '../../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  '%00',
  '%',
  "' or 1=1 --",
  '$1',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what a template language would take for its own.
  '${7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  'İı',
  '𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗𝟎',
  '00000000000',
  '11111111111',
  '12345678900',
  'a'.repeat(300),
  'é'.repeat(5_000),
];

const addresses: readonly string[] = [
  'data:',
  'data:,',
  'data:image/jpeg;base64,',
  'data:image/jpeg;base64,!!!!',
  'data:image/jpeg;base64,/9j/',
  'data:image/jpeg,%ff%d8',
  'data:text/html;base64,PGI+',
  'data:image/jpeg;base64;base64,/9j/',
  'DATA:IMAGE/JPEG;BASE64,/9j/',
  'https://',
  'https://127.0.0.1/a.jpg',
  'https://127.1/a.jpg',
  'https://2130706433/a.jpg',
  'https://[::1]/a.jpg',
  'https://[::ffff:127.0.0.1]/a.jpg',
  'https://169.254.169.254/latest/meta-data/',
  'https://10.0.0.1/a.jpg',
  'https://0/a.jpg',
  'https://localhost/a.jpg',
  'https://user:secret@127.0.0.1/a.jpg',
  'https://127.0.0.1:99999/a.jpg',
  'http://127.0.0.1/a.jpg',
  'ftp://127.0.0.1/a.jpg',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'blob:https://127.0.0.1/1',
  '//127.0.0.1/a.jpg',
  'a.jpg',
  `https://127.0.0.1/${'a'.repeat(100_000)}`,
];

const nasty = fc.constantFrom(...nastyTexts);
const anyText = fc.oneof(nasty, fc.string({ unit: 'binary', maxLength: 40 }), fc.string({ maxLength: 40 }));
const cpf = fc.oneof(
  { weight: 6, arbitrary: fc.constant('<registered>') },
  { weight: 2, arbitrary: fc.constant('<unregistered>') },
  { weight: 2, arbitrary: anyText },
);

/** JSON as text, so that duplicate keys, prototype keys and broken numbers can be in it. */
const anyJson = fc.oneof(
  fc.json({ maxDepth: 3 }),
  anyText.map((text) => JSON.stringify(text)),
  fc.constantFrom('null', 'true', '0', '-0', '1e400', '[]', '{}', '[[]]', '""', `"${nul}"`, '12345678901'),
);
const key = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('peopleId', 'imageUrl', 'device', 'product', 'scopes', 'name') },
  {
    weight: 2,
    arbitrary: fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then'),
  },
  { weight: 1, arbitrary: anyText },
);
const members = (...known: readonly (readonly [string, fc.Arbitrary<string>])[]) =>
  fc
    .tuple(
      ...known.map(([name, value]) =>
        fc.option(
          value.map((text) => `${JSON.stringify(name)}:${text}`),
          { nil: undefined, freq: 8 },
        ),
      ),
      fc.array(
        fc.tuple(key, anyJson).map(([name, value]) => `${JSON.stringify(name)}:${value}`),
        { maxLength: 2 },
      ),
    )
    .map(
      (all) =>
        `{${all
          .flat()
          .filter((one) => one !== undefined)
          .join(',')}}`,
    );
const jsonText = (plain: fc.Arbitrary<string>) =>
  fc.oneof(
    { weight: 5, arbitrary: plain.map((text) => JSON.stringify(text)) },
    { weight: 1, arbitrary: anyJson },
  );
const device = members(
  ['operatingSystem', jsonText(anyText)],
  ['fingerprint', jsonText(anyText)],
  ['manufacturer', jsonText(anyText)],
  ['model', jsonText(anyText)],
);
const authentication = members(
  ['peopleId', jsonText(cpf)],
  ['imageUrl', jsonText(fc.oneof(fc.constant('<photo>'), fc.constantFrom(...addresses), anyText))],
  ['device', fc.oneof(device, anyJson)],
);
const scope = fc.constantFrom(
  ...['faces:authenticate', 'attempts:read', 'faces:write', 'people:read', 'admin', 'openid', ''],
);
const newClient = members(
  ['product', jsonText(fc.oneof(fc.constantFrom('mobile', 'customer', 'Mobile', ''), anyText))],
  [
    'scopes',
    fc.oneof(
      fc.array(fc.oneof(scope, nasty), { maxLength: 25 }).map((all) => JSON.stringify(all)),
      anyJson,
    ),
  ],
  ['name', jsonText(anyText)],
);

const position = fc.nat({ max: 999 });
const count = fc.oneof(fc.nat({ max: 16 }), fc.nat({ max: 20_000 }));
const change: fc.Arbitrary<PhotoChange> = fc.oneof(
  fc.record({ kind: fc.constant('flip' as const), at: position, bits: fc.integer({ min: 1, max: 255 }) }),
  // The headers, where a changed bit does most.
  fc.record({
    kind: fc.constant('flip' as const),
    at: fc.nat({ max: 20 }),
    bits: fc.integer({ min: 1, max: 255 }),
  }),
  fc.record({ kind: fc.constant('cut' as const), at: position }),
  fc.record({ kind: fc.constant('remove' as const), at: position, bytes: count }),
  fc.record({ kind: fc.constant('repeat' as const), at: position, bytes: count }),
  fc.record({
    kind: fc.constant('fill' as const),
    at: position,
    bytes: count,
    value: fc.constantFrom(0, 255, 128),
  }),
  fc.record({ kind: fc.constant('append' as const), bytes: count }),
);
const photo: fc.Arbitrary<HostilePhoto> = fc.record({
  base: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('jpeg' as const, 'png' as const, 'webp' as const) },
    { weight: 2, arbitrary: fc.constantFrom(...photoNames) },
  ),
  changes: fc.array(change, { maxLength: 4 }),
});

const jsonType = fc.oneof(
  { weight: 8, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'application/json; charset=utf-16',
      'application/problem+json',
      'text/plain',
      'application/xml',
      'application/json;',
      'a',
      '',
    ),
  },
);
const photoType = fc.constantFrom(
  ...['image/jpeg', 'image/jpeg', 'image/png', 'image/webp', 'image/avif', 'application/octet-stream'],
  ...['image/gif', 'image/*', 'application/json', 'multipart/form-data', 'text/html'],
);

const json = (text: fc.Arbitrary<string>): fc.Arbitrary<HostileBody> =>
  fc.record({ kind: fc.constant('text' as const), contentType: jsonType, text });
const brokenJson: fc.Arbitrary<HostileBody> = fc.oneof(
  fc.record({
    kind: fc.constant('text' as const),
    contentType: fc.constant('application/json'),
    text: fc.oneof(
      anyText,
      fc.constantFrom(
        '{',
        '[',
        '{"a":}',
        "{'a':1}",
        '{"a":1,}',
        '{"peopleId":"<registered>"',
        '\u0000',
        '[1,2',
      ),
    ),
  }),
  fc
    .tuple(
      fc.constantFrom(
        { open: '[', close: ']' },
        { open: '{"a":', close: '}' },
        { open: '{"device":', close: '}' },
        { open: '{"__proto__":', close: '}' },
      ),
      fc.constantFrom(10, 1_000, 100_000, 1_000_000),
    )
    .map(([{ open, close }, times]) => ({
      kind: 'text' as const,
      contentType: 'application/json',
      before: { text: open, times },
      text: '1',
      after: { text: close, times },
    })),
  fc.constantFrom(1_000, 1_000_000, 13_000_000, 15_000_000).map((times) => ({
    kind: 'text' as const,
    contentType: 'application/json',
    before: { text: '{"peopleId":"<registered>","imageUrl":"', times: 1 },
    text: '',
    after: { text: 'A', times },
  })),
  // Bytes that are no UTF-8, inside JSON that is otherwise whole.
  fc.constantFrom('ff', 'c080', 'eda080', 'f8888080', 'fe', 'c3', 'efbbbf').map((hex) => ({
    kind: 'bytes' as const,
    contentType: 'application/json',
    hex: `7b2270656f706c654964223a22${hex}227d`,
  })),
);
const photoInJson: fc.Arbitrary<HostileBody> = fc.record({
  kind: fc.constant('photo in json' as const),
  type: fc.constantFrom('image/jpeg', 'image/png', 'image/webp', 'text/plain', ''),
  cpf,
  photo,
});
const rawPhoto: fc.Arbitrary<HostileBody> = fc.record({
  kind: fc.constant('photo' as const),
  contentType: photoType,
  photo,
});
const part: fc.Arbitrary<Part> = fc
  .record({
    name: fc.constantFrom('file', 'file', 'peopleId', 'peopleId', '__proto__', 'constructor', '', 'x'),
    fileName: fc.option(fc.constantFrom('a.jpg', '../../a', '', 'a"b', '\u0000'), { nil: undefined }),
    contentType: fc.option(fc.constantFrom('image/jpeg', 'text/plain', 'a'), { nil: undefined }),
    content: fc.oneof(photo, cpf),
  })
  .map(({ name, fileName, contentType, content }) => ({
    name,
    content,
    ...(fileName === undefined ? {} : { fileName }),
    ...(contentType === undefined ? {} : { contentType }),
  }));
const multipart: fc.Arbitrary<HostileBody> = fc.record({
  kind: fc.constant('multipart' as const),
  boundary: fc.oneof(
    { weight: 6, arbitrary: fc.constant('xxxx') },
    { weight: 1, arbitrary: fc.constantFrom('', '"', 'a b', 'x'.repeat(80)) },
  ),
  parts: fc.array(part, { maxLength: 12 }),
  end: fc.oneof(
    { weight: 6, arbitrary: fc.constant('--<boundary>--\r\n') },
    { weight: 1, arbitrary: fc.constantFrom('', '--<boundary>', '--<boundary>\r\n\r\n', '\r\n') },
  ),
});
const formValue = fc.oneof(
  fc.constantFrom('client_credentials', '<client id>', '<client secret>', '<registered>', 'admin'),
  anyText,
);
const form: fc.Arbitrary<HostileBody> = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        ...['grant_type', 'grant_type', 'client_id', 'client_id', 'client_secret', 'client_secret', 'scope'],
        ...['people_id', 'resource', 'client_assertion', 'client_assertion_type', 'code', '__proto__'],
      ),
      formValue,
    ),
    { maxLength: 8 },
  )
  .map((pairs) => ({
    kind: 'text' as const,
    contentType: 'application/x-www-form-urlencoded',
    // A lone surrogate has no encoding; URLSearchParams writes U+FFFD for it. Placeholders stay readable.
    text: pairs
      .map(
        ([name, value]) =>
          `${name}=${/^<[a-z ]+>$/.test(value) ? value : new URLSearchParams([['', value]]).toString().slice(1)}`,
      )
      .join('&'),
  }));
const goodForm: fc.Arbitrary<HostileBody> = fc
  .tuple(fc.constantFrom('scope', 'people_id', 'resource', 'x'), formValue)
  .map(([name, value]) => ({
    kind: 'text' as const,
    contentType: 'application/x-www-form-urlencoded',
    text: `grant_type=client_credentials&client_id=<client id>&client_secret=<client secret>&${name}=${/^<[a-z ]+>$/.test(value) ? value : new URLSearchParams([['', value]]).toString().slice(1)}`,
  }));
const none: fc.Arbitrary<HostileBody> = fc.constant({ kind: 'none' });
const anyBody = fc.oneof(none, json(authentication), brokenJson, photoInJson, rawPhoto, multipart, form);

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
