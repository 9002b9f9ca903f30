import Type from 'typebox';
import type { FormName } from './forms.ts';
import type { ListenAddress } from './listen-address.ts';
import type { Secret } from './secret.ts';

/** What every variable says of itself beside its JSON Schema keywords. */
export type VariableAnnotations = {
  /** The environment variable. */
  readonly variable: string;
  readonly description: string;
  /** What holds when it is not set and has no fixed default, in words. */
  readonly whenUnset?: string;
};

type NumberAnnotations = VariableAnnotations & {
  readonly minimum: number;
  readonly maximum: number;
  readonly default?: number;
};

function text<T>(format: FormName, annotations: VariableAnnotations & { readonly default?: string }) {
  return Type.Unsafe<T>({ type: 'string', format, ...annotations });
}

function integer(annotations: NumberAnnotations) {
  return Type.Unsafe<number>({ type: 'integer', ...annotations });
}

function number(annotations: NumberAnnotations) {
  return Type.Unsafe<number>({ type: 'number', ...annotations });
}

function choice<const T extends readonly string[]>(
  values: T,
  annotations: VariableAnnotations & { readonly default: T[number] },
) {
  return Type.Unsafe<T[number]>({ type: 'string', enum: values, ...annotations });
}

function group<T extends Type.TProperties>(title: string, properties: T) {
  return Type.Object(properties, { title });
}

const server = group('Server', {
  listen: text<ListenAddress>('listen-address', {
    variable: 'LISTEN',
    default: '127.0.0.1:8080',
    description: 'Address and port to listen on. Port 0 lets the system choose one.',
  }),
  mobileListen: Type.Optional(
    text<ListenAddress>('listen-address', {
      variable: 'MOBILE_LISTEN',
      whenUnset: 'one listener serves both surfaces',
      description:
        'A listener of its own for the mobile surface; each listener then answers 404 to the paths of the other.',
    }),
  ),
  baseUrl: Type.Optional(
    text<string>('base-url', {
      variable: 'BASE_URL',
      whenUnset: '`http://` and the address listened on',
      description: 'Public address of the customer surface, used in links and as the issuer of tokens.',
    }),
  ),
  mobileBaseUrl: Type.Optional(
    text<string>('base-url', {
      variable: 'MOBILE_BASE_URL',
      whenUnset: 'the address of the mobile listener, or `BASE_URL` without one',
      description: 'Public address of the mobile surface, used in links.',
    }),
  ),
  trustedProxies: text<readonly string[]>('address-list', {
    variable: 'TRUSTED_PROXIES',
    default: '',
    description:
      'Proxies whose `X-Forwarded-For` is believed. Leave empty when clients connect directly: whoever is listed here decides which address a request seems to come from.',
  }),
  rateLimitPerMinute: integer({
    variable: 'RATE_LIMIT_PER_MINUTE',
    default: 600,
    minimum: 1,
    maximum: 1_000_000,
    description: 'Requests a minute that one client may make to each process.',
  }),
  tokenRateLimitPerMinute: integer({
    variable: 'TOKEN_RATE_LIMIT_PER_MINUTE',
    default: 60,
    minimum: 1,
    maximum: 1_000_000,
    description: 'Token requests a minute that one source address may make to each process.',
  }),
  requestTimeoutMs: integer({
    variable: 'REQUEST_TIMEOUT_MS',
    default: 30_000,
    minimum: 1_000,
    maximum: 600_000,
    description: 'How long receiving one request may take, in milliseconds.',
  }),
  shutdownTimeoutMs: integer({
    variable: 'SHUTDOWN_TIMEOUT_MS',
    default: 30_000,
    minimum: 1_000,
    maximum: 600_000,
    description:
      'How long running requests and jobs may take to finish after a stop signal, in milliseconds.',
  }),
  logLevel: choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    variable: 'LOG_LEVEL',
    default: 'info',
    description: 'Least important level that is logged. Logs are JSON lines on standard error.',
  }),
});

const storage = group('Storage', {
  dataDir: text<string>('text', {
    variable: 'DATA_DIR',
    default: './data',
    description: 'Folder of the embedded database, the images, the converted models and the keys.',
  }),
  databasePoolSize: integer({
    variable: 'DATABASE_POOL_SIZE',
    default: 10,
    minimum: 2,
    maximum: 1_000,
    description:
      'Connections to PostgreSQL at most, for each process. The sum over all processes must stay below `max_connections`. The embedded database has one connection.',
  }),
});

const secrets = group('Secrets', {
  databaseUrl: Type.Optional(
    text<Secret>('postgres-url', {
      variable: 'DATABASE_URL',
      whenUnset: 'the embedded database in `DATA_DIR`',
      description: 'PostgreSQL 15 or newer to use instead of the embedded database.',
    }),
  ),
  masterKey: Type.Optional(
    text<Secret>('master-key', {
      variable: 'MASTER_KEY',
      whenUnset:
        'made once in `DATA_DIR/keys/master.key` with the embedded database; required with `DATABASE_URL`',
      description:
        'Key that wraps the keys of every stored image, face template and record. Without it they cannot be read: keep a copy apart from the database backups.',
    }),
  ),
});

const access = group('Tokens and signed responses', {
  accessTokenLifetimeSeconds: integer({
    variable: 'ACCESS_TOKEN_LIFETIME_SECONDS',
    default: 900,
    minimum: 60,
    maximum: 3_600,
    description: 'How long an access token is valid, in seconds.',
  }),
  responseSignatureLifetimeSeconds: integer({
    variable: 'RESPONSE_SIGNATURE_LIFETIME_SECONDS',
    default: 300,
    minimum: 10,
    maximum: 86_400,
    description: 'How long a signed response may be presented as fresh, in seconds.',
  }),
});

const images = group('Images', {
  fetchAllow: text<readonly string[]>('host-list', {
    variable: 'IMAGE_FETCH_ALLOW',
    default: '',
    description:
      'Hosts and ranges that photos may be fetched from although they are private, use plain http or another port than 443. Everything else private is refused.',
  }),
  maxBytes: integer({
    variable: 'IMAGE_MAX_BYTES',
    default: 10_000_000,
    minimum: 10_000,
    maximum: 100_000_000,
    description: 'Size of one photo at most, in bytes.',
  }),
  maxPixels: integer({
    variable: 'IMAGE_MAX_PIXELS',
    default: 40_000_000,
    minimum: 10_000,
    maximum: 268_000_000,
    description: 'Width times height of one photo at most. Checked before it is decoded.',
  }),
  fetchTimeoutMs: integer({
    variable: 'IMAGE_FETCH_TIMEOUT_MS',
    default: 10_000,
    minimum: 100,
    maximum: 120_000,
    description: 'How long fetching one photo may take, redirects included, in milliseconds.',
  }),
  fetchMaxRedirects: integer({
    variable: 'IMAGE_FETCH_MAX_REDIRECTS',
    default: 3,
    minimum: 0,
    maximum: 10,
    description: 'Redirects followed when fetching one photo. Each target is checked like the first.',
  }),
  fetchMaxConcurrent: integer({
    variable: 'IMAGE_FETCH_MAX_CONCURRENT',
    default: 32,
    minimum: 1,
    maximum: 10_000,
    description:
      'Photos fetched at a time by one process; more are answered with 503. Times `IMAGE_MAX_BYTES` it is the memory that fetching can take.',
  }),
  linkLifetimeSeconds: integer({
    variable: 'IMAGE_LINK_LIFETIME_SECONDS',
    default: 900,
    minimum: 10,
    maximum: 86_400,
    description: 'How long a signed link to an image is valid, in seconds.',
  }),
});

const faces = group('Faces', {
  modelsDir: Type.Optional(
    text<string>('text', {
      variable: 'MODELS_DIR',
      whenUnset: 'the models of the installed packages, converted into `DATA_DIR`',
      description: 'Folder of the face models.',
    }),
  ),
  falseMatchRate: number({
    variable: 'FACE_FALSE_MATCH_RATE',
    default: 0.0001,
    // What the calibration of the default models has been measured for.
    minimum: 1e-5,
    maximum: 1e-2,
    description:
      'Share of comparisons of two different people that may count as a match. Sets the decision threshold; lower is stricter.',
  }),
  livenessThreshold: Type.Optional(
    number({
      variable: 'FACE_LIVENESS_THRESHOLD',
      whenUnset: 'the threshold that the liveness model was measured with',
      minimum: 0,
      maximum: 1,
      description: 'Probability from which a photo counts as taken of a living person.',
    }),
  ),
  workers: integer({
    variable: 'FACE_WORKERS',
    whenUnset: 'the number of processor cores',
    minimum: 1,
    maximum: 256,
    description: 'Threads that analyse faces, each with its own copy of the models.',
  }),
  maxQueue: integer({
    variable: 'FACE_MAX_QUEUE',
    default: 64,
    minimum: 1,
    maximum: 10_000,
    description: 'Photos that may wait for a thread; more are answered with 503.',
  }),
  analysisTimeoutMs: integer({
    variable: 'FACE_ANALYSIS_TIMEOUT_MS',
    default: 10_000,
    minimum: 100,
    maximum: 120_000,
    description: 'How long analysing one photo may take, waiting included, in milliseconds.',
  }),
  maxReferences: integer({
    variable: 'FACE_MAX_REFERENCES',
    default: 5,
    minimum: 1,
    maximum: 50,
    description: 'Reference photos kept for one person; the most similar one counts.',
  }),
  prominenceRatio: number({
    variable: 'FACE_PROMINENCE_RATIO',
    default: 0.5,
    minimum: 0.05,
    maximum: 1,
    description:
      "Width of a second face, as a share of the largest one's, from which the photo is refused for showing several people. Smaller faces count as background.",
  }),
  captureLifetimeSeconds: integer({
    variable: 'CAPTURE_LIFETIME_SECONDS',
    default: 600,
    minimum: 10,
    maximum: 86_400,
    description: 'How long an uploaded photo waits to be used by an authentication, in seconds.',
  }),
});

/** Every variable of the service: the one source of the configuration's type, defaults, ranges and reference. */
export const configSchema = Type.Object({ server, storage, secrets, access, images, faces });

type Frozen<T> = { readonly [K in keyof T]: Readonly<T[K]> };

/** The configuration, grouped by what it is for. Frozen. */
export type Config = Frozen<Type.Static<typeof configSchema>>;
