import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import { describeFindings } from '../../platform/describe-findings.ts';
import { PeopleError } from '../errors.ts';

const Headers = Type.Record(
  Type.String({ pattern: '^[A-Za-z0-9-]{1,64}$' }),
  Type.String({ maxLength: 2_000 }),
);

/** The variable that holds the path of a file. */
const FileVariable = Type.Object({ env: Type.String({ minLength: 1 }) }, { additionalProperties: false });

/** The description of one HTTP provider. Texts may hold `{cpf}` and other places, see `fill-placeholders.ts`. */
const ProviderSchema = Type.Object(
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
        /** Answers are lists, asked for page by page (`{page}`, from 1) until one is empty, so many at most. */
        maxPages: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      },
      { additionalProperties: false },
    ),
    /** Credentials that the place `{token}` is fetched with, by the names of secrets. */
    oauth: Type.Optional(
      Type.Object(
        {
          tokenUrl: Type.String({ minLength: 1, maxLength: 4_000 }),
          clientId: Type.String(),
          clientSecret: Type.String(),
          scope: Type.Optional(Type.String({ maxLength: 1_000 })),
        },
        { additionalProperties: false },
      ),
    ),
    /** A billed call is never repeated by itself. */
    costClass: Type.Union([Type.Literal('free'), Type.Literal('key'), Type.Literal('billed')], {
      default: 'key',
    }),
    response: Type.Object(
      {
        /** JSONata that names the document of each record of the answer. Each must be the subject's. */
        subjects: Type.Optional(Type.String({ minLength: 1, maxLength: 2_000 })),
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
    /** Default 2; 0 for billed calls. */
    retries: Type.Optional(Type.Integer({ minimum: 0, maximum: 5 })),
    retryDelayMs: Type.Integer({ minimum: 1, maximum: 10_000, default: 200 }),
    /** Time that an answer is reused, whatever the query template says. */
    cacheSeconds: Type.Integer({ minimum: 0, maximum: 31_536_000, default: 0 }),
    /** Days after which an answer that is used again counts as old. */
    maxAgeDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 9_999 })),
    circuit: Type.Object(
      {
        failures: Type.Integer({ minimum: 1, maximum: 1_000, default: 5 }),
        pauseMs: Type.Integer({ minimum: 10, maximum: 3_600_000, default: 30_000 }),
      },
      { additionalProperties: false, default: {} },
    ),
    maxConcurrent: Type.Integer({ minimum: 1, maximum: 1_000, default: 16 }),
    /** Requests in a minute at most, pages and checks included: in this process, or with Redis in all of them. */
    requestsPerMinute: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
    /** The certificate that the provider's server asks for. Variables name the files; a passphrase is a secret. */
    clientCertificate: Type.Optional(
      Type.Union([
        Type.Object(
          { certificateFile: FileVariable, keyFile: FileVariable, passphrase: Type.Optional(Type.String()) },
          { additionalProperties: false },
        ),
        Type.Object(
          { pfxFile: FileVariable, passphrase: Type.Optional(Type.String()) },
          { additionalProperties: false },
        ),
      ]),
    ),
    secrets: Type.Record(
      Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_]{0,40}$' }),
      Type.Union([
        Type.Object({ env: Type.String({ minLength: 1 }) }, { additionalProperties: false }),
        Type.Object({ file: Type.String({ minLength: 1 }) }, { additionalProperties: false }),
      ]),
      { default: {} },
    ),
    /** An address that answers 2xx while the provider is well. One that is billed is asked on demand only. */
    health: Type.Optional(
      Type.Object(
        {
          url: Type.String({ minLength: 1, maxLength: 4_000 }),
          headers: Type.Optional(Headers),
          isBilled: Type.Boolean({ default: false }),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);

export type ProviderDescription = Omit<Static<typeof ProviderSchema>, 'retries'> & {
  readonly retries: number;
};

/** Tries after the first, of calls that are not billed. */
const usualRetries = 2;

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
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw invalid([{ path: 'providers', message: 'the file is not JSON' }]);
  }
  const filled = Value.Default(FileSchema, value);
  if (!Value.Check(FileSchema, filled)) {
    throw invalid(
      describeFindings(Value.Errors(FileSchema, filled), '').map(({ path, message }) => ({
        path: path.slice(1) || 'providers',
        message,
      })),
    );
  }
  const providers = filled.providers.map((provider) => ({
    ...provider,
    retries: provider.retries ?? (provider.costClass === 'billed' ? 0 : usualRetries),
  }));
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

function findProblems(
  { request, oauth, secrets, costClass, retries, clientCertificate }: ProviderDescription,
  path: string,
) {
  const problems: { path: string; message: string }[] = [];
  const passphrase = clientCertificate?.passphrase;
  if (passphrase !== undefined && !Object.hasOwn(secrets, passphrase)) {
    const message = 'must be the name of a secret';
    problems.push({ path: `${path}/clientCertificate/passphrase`, message });
  }
  if (clientCertificate !== undefined && !request.url.startsWith('https:')) {
    problems.push({ path: `${path}/request/url`, message: 'must be https: where a certificate is shown' });
  }
  if (costClass === 'billed' && retries !== undefined && retries > 0) {
    problems.push({ path: `${path}/retries`, message: 'must be 0: each try of a billed call is billed' });
  }
  if (oauth !== undefined) {
    for (const key of ['clientId', 'clientSecret'] as const) {
      if (!Object.hasOwn(secrets, oauth[key])) {
        problems.push({ path: `${path}/oauth/${key}`, message: 'must be the name of a secret' });
      }
    }
    if (!/^https?:\/\/[^/?#{}@\s]+/.test(oauth.tokenUrl) || URL.parse(oauth.tokenUrl) === null) {
      problems.push({ path: `${path}/oauth/tokenUrl`, message: 'must be an http: or https: address' });
    }
  }
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
