import fc from 'fast-check';
import { anyText, authentication, cpf } from './generate-texts.ts';
import {
  type HostileBody,
  type HostilePhoto,
  type Part,
  type PhotoChange,
  photoNames,
} from './hostile-request.ts';

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

export const json = (text: fc.Arbitrary<string>): fc.Arbitrary<HostileBody> =>
  fc.record({ kind: fc.constant('text' as const), contentType: jsonType, text });
export const brokenJson: fc.Arbitrary<HostileBody> = fc.oneof(
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
export const photoInJson: fc.Arbitrary<HostileBody> = fc.record({
  kind: fc.constant('photo in json' as const),
  type: fc.constantFrom('image/jpeg', 'image/png', 'image/webp', 'text/plain', ''),
  cpf,
  photo,
});
export const rawPhoto: fc.Arbitrary<HostileBody> = fc.record({
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
export const multipart: fc.Arbitrary<HostileBody> = fc.record({
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
export const form: fc.Arbitrary<HostileBody> = fc
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
export const goodForm: fc.Arbitrary<HostileBody> = fc
  .tuple(fc.constantFrom('scope', 'people_id', 'resource', 'x'), formValue)
  .map(([name, value]) => ({
    kind: 'text' as const,
    contentType: 'application/x-www-form-urlencoded',
    text: `grant_type=client_credentials&client_id=<client id>&client_secret=<client secret>&${name}=${/^<[a-z ]+>$/.test(value) ? value : new URLSearchParams([['', value]]).toString().slice(1)}`,
  }));
export const none: fc.Arbitrary<HostileBody> = fc.constant({ kind: 'none' });
export const anyBody = fc.oneof(
  none,
  json(authentication),
  brokenJson,
  photoInJson,
  rawPhoto,
  multipart,
  form,
);
