import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import { PeopleError } from '../errors.ts';

const Headers = Type.Record(
  Type.String({ pattern: '^[A-Za-z0-9-]{1,64}$' }),
  Type.String({ maxLength: 2_000 }),
);

/** How one HTTP provider is asked. Texts may hold `{cpf}` and other places, see `fill-template.ts`. */
export const ProviderSchema = Type.Object(
  {
    /** Told in status and log. */
    name: Type.String({ pattern: '^[a-z][a-z0-9-]{0,39}$' }),
    /** The key in the profile's `sources`: pf... about people, pj... about companies. */
    source: Type.String({ pattern: '^p[fj][A-Z][A-Za-z0-9]{0,60}$' }),
    request: Type.Object(
      {
        method: Type.Union([Type.Literal('GET'), Type.Literal('POST'), Type.Literal('PUT')], {
          default: 'GET',
        }),
        url: Type.String({ minLength: 1, maxLength: 4_000 }),
        headers: Type.Optional(Headers),
        json: Type.Optional(Type.Unknown()),
        form: Type.Optional(Type.Record(Type.String(), Type.String())),
      },
      { additionalProperties: false },
    ),
    response: Type.Object(
      {
        /** JSONata over the answer's body. Nothing means that the provider knows nothing. */
        mapping: Type.String({ minLength: 1, maxLength: 20_000 }),
        absentStatuses: Type.Array(Type.Integer({ minimum: 200, maximum: 499 }), { default: [404] }),
        maxBytes: Type.Integer({ minimum: 1_000, maximum: 20_000_000, default: 1_000_000 }),
        mappingTimeoutMs: Type.Integer({ minimum: 10, maximum: 5_000, default: 250 }),
        mappingDepth: Type.Integer({ minimum: 10, maximum: 1_000, default: 200 }),
      },
      { additionalProperties: false },
    ),
    timeoutMs: Type.Integer({ minimum: 50, maximum: 60_000, default: 5_000 }),
    retries: Type.Integer({ minimum: 0, maximum: 5, default: 2 }),
    retryDelayMs: Type.Integer({ minimum: 1, maximum: 10_000, default: 200 }),
    /** How long an answer is used again, whatever the query template says. */
    cacheSeconds: Type.Integer({ minimum: 0, maximum: 31_536_000, default: 0 }),
    circuit: Type.Object(
      {
        failures: Type.Integer({ minimum: 1, maximum: 1_000, default: 5 }),
        pauseMs: Type.Integer({ minimum: 10, maximum: 3_600_000, default: 30_000 }),
      },
      { additionalProperties: false, default: {} },
    ),
    maxConcurrent: Type.Integer({ minimum: 1, maximum: 1_000, default: 16 }),
    secrets: Type.Record(
      Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_]{0,40}$' }),
      Type.Union([
        Type.Object({ env: Type.String({ minLength: 1 }) }, { additionalProperties: false }),
        Type.Object({ file: Type.String({ minLength: 1 }) }, { additionalProperties: false }),
      ]),
      { default: {} },
    ),
    /** An address that answers 2xx while the provider is well. */
    health: Type.Optional(
      Type.Object(
        { url: Type.String({ minLength: 1, maxLength: 4_000 }), headers: Type.Optional(Headers) },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);

export type ProviderDescription = Static<typeof ProviderSchema>;

const FileSchema = Type.Object(
  { providers: Type.Array(ProviderSchema, { maxItems: 50 }) },
  { additionalProperties: false },
);

/**
 * Reads the text of a providers file, with what it leaves out at its default. Throws `source_providers_invalid`
 * naming what is wrong and where, never a value.
 */
export function parseProviders(text: string): readonly ProviderDescription[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid([{ path: 'providers', message: 'the file is not JSON' }]);
  }
  const filled = Value.Default(FileSchema, value);
  if (!Value.Check(FileSchema, filled)) {
    throw invalid(
      Value.Errors(FileSchema, filled).map(({ instancePath, message }) => ({
        path: instancePath.slice(1) || 'providers',
        message,
      })),
    );
  }
  const { providers } = filled;
  const problems = providers.flatMap((provider, index) => findProblems(provider, `providers/${index}`));
  const names = providers.map(({ name }) => name);
  for (const [index, name] of names.entries()) {
    if (names.indexOf(name) !== index) {
      problems.push({ path: `providers/${index}/name`, message: 'is the name of another provider' });
    }
  }
  if (problems.length > 0) throw invalid(problems);
  return providers;
}

function findProblems({ request }: ProviderDescription, path: string) {
  const problems: { path: string; message: string }[] = [];
  const origin = /^https?:\/\/[^/?#]*/.exec(request.url)?.[0];
  if (origin === undefined || /[{}@\s]/.test(origin) || URL.parse(origin) === null) {
    problems.push({
      path: `${path}/request/url`,
      message: 'must be an http: or https: address whose host is written out, without a user',
    });
  }
  if (request.json !== undefined && request.form !== undefined) {
    problems.push({ path: `${path}/request`, message: 'must have json or form, not both' });
  }
  if (request.method === 'GET' && (request.json ?? request.form) !== undefined) {
    problems.push({ path: `${path}/request`, message: 'a GET has no body' });
  }
  return problems;
}

function invalid(problems: readonly { readonly path: string; readonly message: string }[]): PeopleError {
  return new PeopleError('source_providers_invalid', { problems });
}
