/** One request as generated: plain data that can be printed. `<names>` stand for what `World` knows. */
export type HostileRequest = {
  readonly method: string;
  /** Path and query as they go over the wire, with placeholders. */
  readonly target: string;
  readonly version: string;
  readonly token: TokenName;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: HostileBody;
  readonly framing: Framing;
};

/** How the Authorization header is filled. */
export type TokenName =
  | 'none'
  | 'mobile'
  | 'mobile bare'
  | 'mobile bound'
  | 'mobile bound to another'
  | 'customer'
  | 'customer without scopes'
  | 'administrator'
  | 'tampered'
  | 'unsigned'
  | 'garbage'
  | 'too long'
  | 'basic';

/** How the body's length is told, rightly or wrongly. */
export type Framing =
  | 'length'
  | 'chunked'
  | 'no length'
  | 'length too small'
  | 'length too large'
  | 'length twice'
  | 'length and chunked'
  | 'broken chunks'
  | 'expect continue'
  | 'expect nonsense';

export type HostileBody =
  | { readonly kind: 'none' }
  /** Text, placeholders filled in; `repeat` makes it deep or long without making it hard to read. */
  | {
      readonly kind: 'text';
      readonly contentType: string;
      readonly before?: Repeated;
      readonly text: string;
      readonly after?: Repeated;
    }
  | { readonly kind: 'bytes'; readonly contentType: string; readonly hex: string }
  | { readonly kind: 'photo'; readonly contentType: string; readonly photo: HostilePhoto }
  /** The photo as a data: address in a JSON body. */
  | {
      readonly kind: 'photo in json';
      readonly type: string;
      readonly cpf: string;
      readonly photo: HostilePhoto;
    }
  | {
      readonly kind: 'multipart';
      readonly boundary: string;
      readonly parts: readonly Part[];
      readonly end: string;
    };

export type Repeated = { readonly text: string; readonly times: number };

export type Part = {
  readonly name: string;
  readonly fileName?: string;
  readonly contentType?: string;
  readonly content: string | HostilePhoto;
};

/** A photo and what is done to its bytes; positions are in thousandths of its length. */
export type HostilePhoto = {
  readonly base: PhotoName;
  readonly changes: readonly PhotoChange[];
};

export const photoNames = [
  'jpeg',
  'png',
  'webp',
  'avif',
  'crowd',
  'no face',
  'tiny',
  'png of 36 megapixels',
  'png of 400 megapixels',
  'jpeg header of 4 gigapixels',
  'gif',
  'svg',
  'empty',
] as const;
export type PhotoName = (typeof photoNames)[number];

export type PhotoChange =
  | { readonly kind: 'flip'; readonly at: number; readonly bits: number }
  | { readonly kind: 'cut'; readonly at: number }
  | { readonly kind: 'remove'; readonly at: number; readonly bytes: number }
  | { readonly kind: 'repeat'; readonly at: number; readonly bytes: number }
  | { readonly kind: 'fill'; readonly at: number; readonly bytes: number; readonly value: number }
  | { readonly kind: 'append'; readonly bytes: number };

/** What placeholders and names stand for in one running service. */
export type World = {
  readonly host: string;
  readonly tokens: Readonly<Record<TokenName, string | undefined>>;
  readonly photos: Readonly<Record<PhotoName, Buffer>>;
  /** `<name>` to its value: CPFs, ids, signed links, secrets. */
  readonly values: Readonly<Record<string, string>>;
};

/** The bytes of a request as they go over the wire. */
export function renderRequest(request: HostileRequest, world: World): Buffer {
  const { contentType, bytes } = renderBody(request.body, world);
  const lines: string[] = [];
  const names = new Set(request.headers.map(([name]) => name.toLowerCase()));
  if (!names.has('host')) lines.push(`Host: ${world.host}`);
  lines.push('Connection: close');
  const token = world.tokens[request.token];
  if (token !== undefined) lines.push(`Authorization: ${token}`);
  if (contentType !== undefined && !names.has('content-type')) lines.push(`Content-Type: ${contentType}`);
  for (const [name, value] of request.headers) lines.push(`${name}: ${fill(value, world)}`);
  const hasBody = request.body.kind !== 'none';
  if (hasBody || request.framing !== 'length') lines.push(...framingHeaders(request.framing, bytes.length));
  const head = `${request.method} ${fill(request.target, world)}${request.version}\r\n${lines.join('\r\n')}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), frame(request.framing, bytes)]);
}

/** Fills in the placeholders of a text. */
export function fill(text: string, world: World): string {
  return text.replaceAll(/<([a-z ]+)>/g, (whole, name: string) => world.values[name] ?? whole);
}

function renderPhoto(photo: HostilePhoto, world: World): Buffer {
  let bytes = world.photos[photo.base];
  for (const change of photo.changes) bytes = changePhoto(bytes, change);
  return bytes;
}

function renderBody(body: HostileBody, world: World): { contentType?: string; bytes: Buffer } {
  switch (body.kind) {
    case 'none':
      return { bytes: Buffer.alloc(0) };
    case 'text': {
      const { contentType, before, text, after } = body;
      const whole = repeated(before) + fill(text, world) + repeated(after);
      return { contentType, bytes: Buffer.from(whole) };
    }
    case 'bytes':
      return { contentType: body.contentType, bytes: Buffer.from(body.hex, 'hex') };
    case 'photo':
      return { contentType: body.contentType, bytes: renderPhoto(body.photo, world) };
    case 'photo in json': {
      const imageUrl = `data:${body.type};base64,${renderPhoto(body.photo, world).toString('base64')}`;
      const text = JSON.stringify({ peopleId: fill(body.cpf, world), imageUrl });
      return { contentType: 'application/json', bytes: Buffer.from(text) };
    }
    case 'multipart':
      return {
        contentType: `multipart/form-data; boundary=${body.boundary}`,
        bytes: renderParts(body.boundary, body.parts, body.end, world),
      };
  }
}

function repeated(one: Repeated | undefined): string {
  return one === undefined ? '' : one.text.repeat(one.times);
}

function renderParts(boundary: string, parts: readonly Part[], end: string, world: World): Buffer {
  const pieces = parts.flatMap(({ name, fileName, contentType, content }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"` +
        (fileName === undefined ? '' : `; filename="${fileName}"`) +
        (contentType === undefined ? '' : `\r\nContent-Type: ${contentType}`) +
        '\r\n\r\n',
    ),
    typeof content === 'string' ? Buffer.from(fill(content, world)) : renderPhoto(content, world),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...pieces, Buffer.from(end.replaceAll('<boundary>', boundary))]);
}

function changePhoto(bytes: Buffer, change: PhotoChange): Buffer {
  if (bytes.length === 0) return bytes;
  if (change.kind === 'append') return Buffer.concat([bytes, Buffer.alloc(change.bytes, 0xa5)]);
  const at = Math.min(bytes.length - 1, Math.floor((bytes.length * change.at) / 1000));
  switch (change.kind) {
    case 'flip': {
      const changed = Buffer.from(bytes);
      changed[at]! ^= change.bits;
      return changed;
    }
    case 'cut':
      return bytes.subarray(0, at);
    case 'remove':
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + change.bytes)]);
    case 'repeat':
      return Buffer.concat([bytes.subarray(0, at + change.bytes), bytes.subarray(at)]);
    case 'fill': {
      const changed = Buffer.from(bytes);
      return changed.fill(change.value, at, Math.min(changed.length, at + change.bytes));
    }
  }
}

function framingHeaders(framing: Framing, bytes: number): string[] {
  switch (framing) {
    case 'length':
      return [`Content-Length: ${bytes}`];
    case 'expect continue':
      return [`Content-Length: ${bytes}`, 'Expect: 100-continue'];
    case 'expect nonsense':
      return [`Content-Length: ${bytes}`, 'Expect: 200-ok'];
    case 'chunked':
    case 'broken chunks':
      return ['Transfer-Encoding: chunked'];
    case 'no length':
      return [];
    case 'length too small':
      return [`Content-Length: ${Math.floor(bytes / 2)}`];
    case 'length too large':
      return [`Content-Length: ${bytes + 1000}`];
    case 'length twice':
      return [`Content-Length: ${bytes}`, `Content-Length: ${bytes + 1}`];
    case 'length and chunked':
      return [`Content-Length: ${bytes}`, 'Transfer-Encoding: chunked'];
  }
}

function frame(framing: Framing, bytes: Buffer): Buffer {
  if (framing === 'broken chunks') return Buffer.concat([Buffer.from('zz\r\n'), bytes]);
  if (framing !== 'chunked' && framing !== 'length and chunked') return bytes;
  const middle = Math.ceil(bytes.length / 2);
  const chunk = (part: Buffer) =>
    part.length === 0 ? [] : [Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')];
  const chunks = [...chunk(bytes.subarray(0, middle)), ...chunk(bytes.subarray(middle))];
  return Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')]);
}

/** Methods that a request may have: Node's parser knows no others. */
const knownMethods: readonly string[] = [
  ...['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'CONNECT', 'PROPFIND', 'QUERY'],
];

/** Whether the request is broken as HTTP, so that it may be refused before anybody asks what it is for. */
export function isBrokenHttp(request: HostileRequest): boolean {
  const brokenFraming: readonly Framing[] = [
    'no length',
    'length too small',
    'length too large',
    'length twice',
    'length and chunked',
    'broken chunks',
    'expect nonsense',
  ];
  const hasBody = request.body.kind !== 'none';
  if (brokenFraming.includes(request.framing) && (hasBody || request.framing !== 'no length')) return true;
  if (request.version !== ' HTTP/1.1' || !knownMethods.includes(request.method)) return true;
  if (!/^\/[\x21-\x7e]*$/.test(request.target) || /%(?![0-9a-f]{2})/i.test(request.target)) return true;
  // Percent-encoded bytes that are no UTF-8.
  try {
    decodeURIComponent(request.target.split('?')[0]!);
  } catch {
    return true;
  }
  const size = request.headers.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
  return (
    size + request.target.length > 8_000 ||
    request.headers.some(
      ([name, value]) =>
        !/^[\w!#$%&'*+.^`|~-]+$/.test(name) ||
        !/^[\t\x20-\x7e\x80-\xff]*$/.test(value) ||
        ['host', 'content-length', 'transfer-encoding', 'connection'].includes(name.toLowerCase()),
    )
  );
}
