import fc from 'fast-check';

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
export const anyText = fc.oneof(
  nasty,
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 40 }),
);
export const cpf = fc.oneof(
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
export const authentication = members(
  ['peopleId', jsonText(cpf)],
  ['imageUrl', jsonText(fc.oneof(fc.constant('<photo>'), fc.constantFrom(...addresses), anyText))],
  ['device', fc.oneof(device, anyJson)],
);
const scope = fc.constantFrom(
  ...['faces:authenticate', 'attempts:read', 'faces:write', 'people:read', 'admin', 'openid', ''],
);
export const newClient = members(
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
