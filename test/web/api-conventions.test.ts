import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { inlineShared, type Shared } from '../../docs/reference/inline-shared.ts';

type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
};

type Content = Readonly<Record<string, { readonly schema: Schema; readonly examples?: object }>>;

type Answer = { readonly headers?: object; readonly content?: Content };

type Operation = {
  readonly operationId: string;
  readonly parameters?: readonly { readonly in: string; readonly name: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Answer>>;
};

type Route = { readonly path: string; readonly method: string; readonly operation: Operation };

const written = readFileSync(new URL('../../docs/reference/openapi.json', import.meta.url), 'utf8');
const document = inlineShared(JSON.parse(written) as Shared) as unknown as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};
const routes: readonly Route[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

/** Operations whose form is not ours: the contract's (interface, section 4) and those of RFC 6749, 7517 and 8414. */
const givenOperations = new Set([
  ...['authenticateFace', 'getFaceAuthenticationAttempt', 'getPerson', 'getCompany'],
  ...['issueToken', 'getKeys', 'getAuthorizationServerMetadata'],
]);

describe('the conventions of docs/reference/api-conventions.md', () => {
  holds('a parameter of a path is named after its thing', () =>
    routes.filter(({ path }) => path.includes('{id}')).map(nameOf),
  );

  holds('DELETE answers 204; an erasure answers 200', () =>
    routes
      .filter(({ method }) => method === 'delete')
      .filter(({ operation }) => {
        const expected = operation.operationId === 'erasePerson' ? '200' : '204';
        return !isDeepEqual(successes(operation), [expected]);
      })
      .map(nameOf),
  );

  holds('work that goes on answers 202 with its address', () =>
    routes
      .filter(({ operation }) => {
        const answer = operation.responses['202'];
        return answer !== undefined && !('Location' in (answer.headers ?? {}));
      })
      .map(nameOf),
  );

  it('Idempotency-Key is taken by what makes an attempt or an execution of a request, and conflicts there alone', () => {
    const takes = routes.filter(({ operation }) =>
      operation.parameters?.some(({ name }) => name === 'idempotency-key'),
    );
    assert.deepEqual(takes.map(nameOf), ['createFaceAuthentication', 'createExecution']);
    const conflicts = routes.filter(({ operation }) =>
      codesOf(operation.responses['409']).some((code) => code === 'idempotency_key_reused'),
    );
    assert.deepEqual(conflicts.map(nameOf), takes.map(nameOf));
  });

  it('a mistake in a photo is documented only where a photo is sent', () => {
    const mention = routes.filter(({ operation }) =>
      codesOf(operation.responses['400']).some((code) => /^(image|face)_/.test(code)),
    );
    assert.ok(mention.length > 0);
    const takesPhoto = ({ operation }: Route) =>
      JSON.stringify(operation.requestBody ?? {}).match(/imageUrl|image\/|PhotoRequest/) !== null;
    assert.deepEqual(mention.filter((route) => !takesPhoto(route)).map(nameOf), []);
  });

  it('every 429 and 503 says when to come back', () => {
    const answers = routes.flatMap((route) =>
      Object.entries(route.operation.responses)
        .filter(([status]) => status === '429' || status === '503')
        .map(([status, { headers = {} }]) => ({ name: `${nameOf(route)} ${status}`, headers })),
    );
    assert.ok(answers.length > 200);
    assert.deepEqual(
      answers.filter(({ headers }) => !('Retry-After' in headers)).map(({ name }) => name),
      [],
    );
  });

  holds('a list has items, and takes cursor and limit', () =>
    ours()
      .filter(isList)
      .filter(({ operation }) => {
        const query = (operation.parameters ?? []).flatMap((each) =>
          each.in === 'query' ? [each.name] : [],
        );
        return (
          !isDeepEqual(Object.keys(bodyOf(operation)).sort(), ['items', 'nextCursor', 'requestId']) ||
          !query.includes('cursor') ||
          !query.includes('limit')
        );
      })
      .map(nameOf),
  );

  holds('what has items is a list', () =>
    ours()
      .filter((route) => !isList(route) && 'items' in bodyOf(route.operation))
      .map(nameOf),
  );

  holds('an object has its properties beside requestId', () =>
    ours()
      .filter(({ operation }) => 'data' in bodyOf(operation))
      .map(nameOf),
  );

  holds('an object has its id as id', () =>
    ours()
      .filter(showsOneThing)
      .filter(({ operation }) => !hasOwnId(bodyOf(operation)))
      .map(nameOf),
  );

  holds('an item of a list has its id as id', () =>
    ours()
      .filter((route) => isList(route) && routes.some(({ path }) => isItemOf(path, route.path)))
      .filter(({ operation }) => !hasOwnId(resolve(resolve(bodyOf(operation).items).items).properties ?? {}))
      .map(nameOf),
  );

  holds('a boolean begins with is or has', () =>
    names((schema) => [schema.type].flat().includes('boolean')).filter(
      (name) => !/^(is|has)[A-Z]/.test(name),
    ),
  );

  holds('a value of a fixed set is lower_snake; the status of a profile is UPPER_SNAKE', () =>
    unique(
      everySchema().flatMap(({ name, schema }) =>
        valuesOf(schema)
          .filter((value) => typeof value === 'string' && !isSnake(value, upperNames.has(name)))
          .map((value) => `${name}: ${value}`),
      ),
    ),
  );

  holds('a time says so in its schema and its name', () =>
    [
      ...names(({ format }) => format === 'date-time').filter((name) => !isNameOfTime(name)),
      ...unique(
        everySchema()
          .filter(({ name, schema }) => /[a-z](At|Since|Until)$/.test(name) && schema.format !== 'date-time')
          .filter(({ schema }) => schema.type === 'string')
          .map(({ name }) => name),
      ),
    ].sort(),
  );

  it('every time of an example is in UTC with milliseconds', () => {
    const times = written.match(/"\d{4}-\d\d-\d\dT[^"]*"/g) ?? [];
    assert.ok(times.length > 100);
    assert.deepEqual(
      times.filter((time) => !/^"[\d-]{10}T[\d:]{8}\.\d{3}Z"$/.test(time)),
      [],
    );
  });
});

function holds(rule: string, find: () => readonly string[]): void {
  it(rule, () => assert.deepEqual(find(), []));
}

function codesOf(answer: Answer | undefined): string[] {
  return Object.values(answer?.content ?? {}).flatMap(({ examples = {} }) => Object.keys(examples));
}

function ours(): readonly Route[] {
  return routes.filter(({ operation }) => !givenOperations.has(operation.operationId));
}

function nameOf({ operation }: Route): string {
  return operation.operationId;
}

function isList({ method, operation }: Route): boolean {
  return method === 'get' && /^(list|search)[A-Z]/.test(operation.operationId);
}

/** Whether an operation answers with a thing that has an address of its own. */
function showsOneThing({ path, method, operation }: Route): boolean {
  const [status = ''] = successes(operation);
  if (status === '204' || operation.responses[status]?.content?.['application/json'] === undefined)
    return false;
  return path.endsWith('}') || (method === 'post' && status === '201');
}

function isItemOf(path: string, list: string): boolean {
  return path.startsWith(`${list}/`) && /^\/\{\w+\}$/.test(path.slice(list.length));
}

/** A company of the registry has its CNPJ. */
function hasOwnId(properties: Readonly<Record<string, Schema>>): boolean {
  return ['id', 'executionId', 'receiptId', 'cnpj'].some((name) => name in properties);
}

function successes({ responses }: Operation): string[] {
  return Object.keys(responses).filter((status) => /^[23]/.test(status));
}

/** The properties of the answer of an operation that succeeded. */
function bodyOf(operation: Operation): Readonly<Record<string, Schema>> {
  const [status = ''] = successes(operation);
  return resolve(operation.responses[status]?.content?.['application/json']?.schema).properties ?? {};
}

function resolve(schema: Schema | undefined): Schema {
  const name = schema?.$ref?.split('/').at(-1);
  if (name !== undefined) return resolve(document.components.schemas[name]);
  const properties = schema?.allOf?.map((part) => resolve(part).properties);
  return properties === undefined ? (schema ?? {}) : { properties: Object.assign({}, ...properties) };
}

/** Words of the contract and of standards, whose form is given. */
const givenNames = new Set([
  ...['shouldSignResponse', 'lastUpdate', 'date'],
  ...[
    'grant_type',
    'token_type',
    'client_assertion_type',
    'passkey',
    'passkeyOptions',
    'credential',
    'options',
  ],
  'locale',
]);

/** The statuses of the contract, and what a rule of a query template makes of one. */
const upperNames = new Set(['status', 'otherwise']);

/** Every schema of bodies and parameters that we designed, with the name of its property. */
function everySchema(): readonly { readonly name: string; readonly schema: Schema }[] {
  const found: { readonly name: string; readonly schema: Schema }[] = [];
  const walk = (name: string, schema: Schema | undefined): void => {
    if (schema === undefined || givenNames.has(name)) return;
    found.push({ name, schema });
    for (const member of Object.entries(schema.properties ?? {})) walk(...member);
    for (const part of [schema.anyOf, schema.oneOf, schema.allOf].flatMap((parts) => parts ?? []))
      walk(name, part);
    walk(name, schema.items);
    if (typeof schema.additionalProperties === 'object') walk(name, schema.additionalProperties);
  };
  // The answer of a browser, in the words of WebAuthn.
  const { PublicKeyCredential: _given, ...own } = document.components.schemas;
  for (const named of Object.values(own)) walk('', named);
  const hooks = Object.values(document.webhooks).map(({ post }) => post);
  for (const operation of [...routes.map((route) => route.operation), ...hooks]) {
    for (const { name, schema } of operation.parameters ?? []) walk(name, schema);
    for (const { content } of [operation.requestBody, ...Object.values(operation.responses)].flatMap(
      (part) => part ?? [],
    )) {
      for (const { schema } of Object.values(content ?? {})) walk('', schema);
    }
  }
  return found;
}

function names(matches: (schema: Schema) => boolean): string[] {
  return unique(everySchema().flatMap(({ name, schema }) => (matches(schema) ? [name] : [])));
}

function valuesOf(schema: Schema): readonly unknown[] {
  return [...(schema.enum ?? []), ...(schema.const === undefined ? [] : [schema.const])];
}

/** Types of events are names of a thing and of what happened to it. */
function isSnake(value: string, mayBeUpper: boolean): boolean {
  return (
    (mayBeUpper && /^[A-Z]+(_[A-Z]+)*$/.test(value)) ||
    /^[a-z0-9]+(_[a-z0-9]+)*(\.[a-z]+(_[a-z]+)*)?$/.test(value)
  );
}

function isNameOfTime(name: string): boolean {
  return /(^at|At|Since|Until|Before|^from|^to|^until|^timestamp)$/.test(name);
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)].sort();
}

function isDeepEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
