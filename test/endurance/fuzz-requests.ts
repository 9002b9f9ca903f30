import type { JsonSchema, Operation } from '../support/openapi/read-operations.ts';
import { type SampleValues, sampleRequest } from '../support/openapi/sample-request.ts';
import type { LivenessWalks } from './walk-liveness.ts';

/** One request as it goes out, and in words what was done to it. */
export type FuzzedRequest = {
  readonly operation: Operation;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
  readonly changes: readonly string[];
};

/** What requests are made from; identifiers that were answered are added as they come. */
export type FuzzWorld = {
  readonly operations: readonly Operation[];
  readonly values: SampleValues;
  readonly cpfs: readonly string[];
  readonly photos: readonly Uint8Array[];
  /** By operation: a token that opens it. */
  readonly goodTokens: ReadonlyMap<string, string>;
  readonly otherTokens: readonly string[];
  /** Identifiers of what is there, by the beginning of the parameter's name. */
  readonly known: Map<string, string[]>;
  readonly walks: LivenessWalks;
};

export type Random = () => number;

/** Operations that make something that stays, or that hash a secret, come less often than the others. */
const weights: Readonly<Record<string, number>> = {
  createClient: 0.05,
  addClientSecret: 0.1,
  createQueryTemplate: 0.1,
  createExecution: 0.3,
  issueToken: 0.5,
  listClients: 0.3,
  // A session takes 16 frames and 8 requests for a step: these come often, and what ends it early seldom.
  sendLivenessFrame: 12,
  nextLivenessStep: 8,
  finishLivenessSession: 4,
  createLivenessSession: 2,
  beginLivenessSession: 4,
  handOverLivenessSession: 2,
  cancelLivenessSession: 0.1,
  uploadLivenessPhoto: 1,
};

const mostWeight = Math.max(...Object.values(weights));

const texts = [
  '',
  ' ',
  '0',
  '-1',
  '1e400',
  'null',
  'true',
  '__proto__',
  'constructor',
  'a'.repeat(300),
  'a'.repeat(5_000),
  '../../etc/passwd',
  "' or '1'='1",
  '<script>alert(1)</script>',
  '\u202eabc',
  'é'.repeat(50),
  '\ud83d\ude00'.repeat(20),
  '\ud800',
  '\u0000',
  '\r\nSet-Cookie: a=b',
  '%00',
  '%',
  '{{7*7}}',
  '2026-13-45T99:99:99Z',
  '11111111111',
  '٠١٢٣٤٥٦٧٨٩٠',
];

const numbers = [0, -1, 1, 0.5, 1e308, -1e308, 2 ** 53, 4_294_967_296, Number.MIN_VALUE];

/** A request of a random operation, right in most parts and wrong in some. The same again for the same random. */
export function fuzzRequest(world: FuzzWorld, random: Random): FuzzedRequest {
  const operation = chooseOperation(world.operations, random);
  const sample = sampleRequest(operation, {
    ...world.values,
    cpf: choose(world.cpfs, random),
    photo: choose(world.photos, random),
  });
  const changes: string[] = [];
  const changed = (share: number, name: string): boolean => {
    const isSo = random() < share;
    if (isSo) changes.push(name);
    return isSo;
  };

  const walking = random() < 0.85 ? world.walks.takeStep(operation.id, random) : undefined;
  let path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (walking !== undefined) return encodeURIComponent(walking.id);
    if (changed(0.25, `parameter ${name}`)) return encode(choose(texts, random), random);
    const known = world.known.get(kindOf(name));
    if (known !== undefined && known.length > 0 && random() < 0.7)
      return encodeURIComponent(choose(known, random));
    return encodeURIComponent(samplePart(sample.path, operation.path, name));
  });
  const query: string[] = [];
  for (const { name, schema, in: where } of operation.parameters) {
    if (where !== 'query' || random() < 0.4) continue;
    const value = changed(0.4, `query ${name}`)
      ? choose(texts, random)
      : String(fuzzValue(schema ?? {}, random, 0, 0));
    query.push(`${encodeURIComponent(name)}=${encode(value, random)}`);
    if (changed(0.05, `query ${name} twice`)) query.push(`${name}=${encode(choose(texts, random), random)}`);
  }
  if (changed(0.05, 'unknown query')) query.push(`${encode(choose(texts, random), random)}=1`);
  if (query.length > 0) path += `?${query.join('&')}`;

  const headers: Record<string, string> = { ...sample.headers, ...walking?.headers };
  const good = world.goodTokens.get(operation.id);
  if (good !== undefined && !changed(0.1, 'no token')) {
    headers.authorization = changed(0.1, 'other token') ? choose(world.otherTokens, random) : good;
  }
  for (const { name, in: where } of operation.parameters) {
    if (where === 'header' && changed(walking === undefined ? 0.3 : 0.1, `header ${name}`))
      headers[name] = headerText(choose(texts, random));
  }
  if (changed(0.05, 'purpose')) headers['x-purpose'] = headerText(choose(texts, random));
  const fuzzed = fuzzBody(operation, sample.body, headers, random, changed);
  const body =
    walking?.body !== undefined && !changed(0.2, 'body of the capture page') ? walking.body : fuzzed;
  const method = changed(0.01, 'other method')
    ? choose(['GET', 'PUT', 'POST', 'DELETE', 'PATCH'], random)
    : operation.method;
  return { operation, method, path, headers, body, changes };
}

function fuzzBody(
  operation: Operation,
  sample: string | Uint8Array | undefined,
  headers: Record<string, string>,
  random: Random,
  changed: (share: number, name: string) => boolean,
): string | Uint8Array | undefined {
  const types = Object.entries(operation.bodies);
  if (types.length === 0) return undefined;
  const [type, media] = choose(types, random);
  if (changed(0.03, 'no body')) return undefined;
  if (type === 'application/json') {
    headers['content-type'] = type;
    const wildness = changed(0.7, 'body') ? 0.25 : 0;
    const text = JSON.stringify(fuzzValue(media.schema ?? {}, random, wildness, 0)) ?? 'null';
    return changed(0.03, 'broken body') ? text.slice(0, Math.floor(random() * text.length)) : text;
  }
  if (changed(0.05, 'media type'))
    headers['content-type'] = choose([...texts.map(headerText), 'text/plain'], random) || 'x';
  return changed(0.1, 'broken body') ? choose(texts, random) : sample;
}

/** A value of a schema; with wildness now and then one that is not. */
function fuzzValue(schema: JsonSchema, random: Random, wildness: number, depth: number): unknown {
  if (random() < wildness) return wildValue(random, depth);
  const { type, const: constant, enum: choices, anyOf, oneOf, properties, items, required = [] } = schema;
  if (constant !== undefined) return constant;
  if (Array.isArray(choices)) return choose(choices, random);
  const alternatives = (anyOf ?? oneOf) as JsonSchema[] | undefined;
  if (alternatives !== undefined) return fuzzValue(choose(alternatives, random), random, wildness, depth + 1);
  if (properties !== undefined) {
    const value: Record<string, unknown> = {};
    for (const [name, member] of Object.entries(properties as Record<string, JsonSchema>)) {
      const isLeftOut = (required as string[]).includes(name) ? random() < wildness / 3 : random() < 0.5;
      if (!isLeftOut && depth < 6) value[name] = fuzzMember(name, member, random, wildness, depth + 1);
    }
    if (random() < wildness) value[choose(texts, random)] = wildValue(random, depth + 1);
    return value;
  }
  if (type === 'array') {
    return Array.from({ length: Math.floor(random() * 4) }, () =>
      fuzzValue((items ?? {}) as JsonSchema, random, wildness, depth + 1),
    );
  }
  if (type === 'boolean') return random() < 0.5;
  if (type === 'integer' || type === 'number') {
    const [least, most] = [Number(schema.minimum ?? 0), Number(schema.maximum ?? 100)];
    return Math.round(least + random() * (most - least));
  }
  return random() < 0.5 ? 'x'.repeat(1 + Math.floor(random() * 12)) : choose(texts, random);
}

function fuzzMember(
  name: string,
  schema: JsonSchema,
  random: Random,
  wildness: number,
  depth: number,
): unknown {
  if (random() >= wildness) {
    if (name === 'product') return choose(['mobile', 'customer'], random);
    if (name === 'scopes') return ['attempts:read'];
    if (name === 'subject') return choose(['person', 'company'], random);
  }
  return fuzzValue(schema, random, wildness, depth);
}

function wildValue(random: Random, depth: number): unknown {
  const kind = Math.floor(random() * 7);
  if (kind === 0) return null;
  if (kind === 1) return choose(numbers, random);
  if (kind === 2) return random() < 0.5;
  if (kind === 3 && depth < 5)
    return Array.from({ length: Math.floor(random() * 5) }, () => wildValue(random, depth + 1));
  if (kind === 4 && depth < 5) return { [choose(texts, random)]: wildValue(random, depth + 1) };
  return choose(texts, random);
}

/** The kind of identifier that a parameter or a member of an answer holds. */
export function kindOf(name: string): string {
  return name.replace(/Id$/, '').toLowerCase();
}

/** The value that the sample has where the path has `{name}`. */
function samplePart(samplePath: string, path: string, name: string): string {
  const at = path.split('/').indexOf(`{${name}}`);
  return decodeURIComponent(samplePath.split('?')[0]!.split('/')[at] ?? 'x');
}

function chooseOperation(operations: readonly Operation[], random: Random): Operation {
  for (;;) {
    const operation = choose(operations, random);
    if (random() * mostWeight < (weights[operation.id] ?? 1)) return operation;
  }
}

function encode(text: string, random: Random): string {
  const encoded = encodeURIComponent(text.toWellFormed());
  return random() < 0.1 && /^[\x21-\x7e]*$/.test(text) ? text.replaceAll(/[\s#?/\\]/g, '_') : encoded;
}

/** Without what Node's client refuses to send. */
function headerText(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?');
}

function choose<T>(items: readonly T[], random: Random): T {
  return items[Math.floor(random() * items.length)]!;
}
