import Type from 'typebox';
import type { Secret } from './config/secret.ts';
import { choice, group, integer, text } from './config/variables.ts';
import type { FieldProblem } from './errors.ts';

export const storage = group('Storage', {
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

export const photoStore = group(
  'Photo store',
  {
    kind: Type.Optional(
      choice(['files', 's3'], {
        variable: 'IMAGE_STORE',
        whenUnset: '`s3` when `S3_ENDPOINT` is set, else `files`',
        description:
          'Where new photos are written. With `S3_ENDPOINT` set, photos are read from both places: first from this one.',
      }),
    ),
    s3Endpoint: Type.Optional(
      text<string>('base-url', {
        variable: 'S3_ENDPOINT',
        whenUnset: 'photos are files in `DATA_DIR/images`',
        description:
          'Address of an S3-compatible object store, without the bucket. It may be private and use plain http: photos are encrypted before they are sent.',
      }),
    ),
    s3Bucket: Type.Optional(
      text<string>('bucket-name', {
        variable: 'S3_BUCKET',
        whenUnset: 'required with `S3_ENDPOINT`',
        description: 'Bucket for the photos of this deployment and of no other. It must exist.',
      }),
    ),
    s3Region: text<string>('bucket-name', {
      variable: 'S3_REGION',
      default: 'us-east-1',
      description: 'Region that requests to S3 are signed for.',
    }),
    s3AccessKeyId: Type.Optional(
      text<string>('text', {
        variable: 'S3_ACCESS_KEY_ID',
        whenUnset: 'required with `S3_ENDPOINT`',
        description: 'Access key that may get, put, list and delete objects of the bucket.',
      }),
    ),
  },
  findPhotoStoreContradictions,
);

function findPhotoStoreContradictions(values: {
  readonly kind?: string;
  readonly s3Endpoint?: string;
  readonly s3Bucket?: string;
  readonly s3AccessKeyId?: string;
}): readonly FieldProblem[] {
  const { kind, s3Endpoint, s3Bucket, s3AccessKeyId } = values;
  if (s3Endpoint === undefined) {
    const path = kind === 's3' ? 'IMAGE_STORE' : s3Bucket === undefined ? undefined : 'S3_BUCKET';
    return path === undefined ? [] : [{ path, message: 'It needs S3_ENDPOINT.' }];
  }
  return [
    ...(s3Bucket === undefined ? [{ path: 'S3_BUCKET', message: 'S3_ENDPOINT needs it.' }] : []),
    ...(s3AccessKeyId === undefined ? [{ path: 'S3_ACCESS_KEY_ID', message: 'S3_ENDPOINT needs it.' }] : []),
  ];
}

export const secrets = group('Secrets', {
  databaseUrl: Type.Optional(
    text<Secret>('postgres-url', {
      variable: 'DATABASE_URL',
      whenUnset: 'the embedded database in `DATA_DIR`',
      description: 'PostgreSQL 15 or newer to use instead of the embedded database.',
    }),
  ),
  redisUrl: Type.Optional(
    text<Secret>('redis-url', {
      variable: 'REDIS_URL',
      whenUnset: 'each process counts for itself',
      description: 'Redis (or Valkey) in which all processes count requests together.',
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
  previousMasterKeys: Type.Optional(
    text<Secret>('master-key-list', {
      variable: 'MASTER_KEY_PREVIOUS',
      whenUnset: 'no older key',
      description:
        'Older master keys that may still open records, until `confere keys rotate` has wrapped all of them by `MASTER_KEY`.',
    }),
  ),
  s3SecretAccessKey: Type.Optional(
    text<Secret>('secret', {
      variable: 'S3_SECRET_ACCESS_KEY',
      whenUnset: 'required with `S3_ENDPOINT`',
      description: 'Secret of `S3_ACCESS_KEY_ID`.',
    }),
  ),
  otlpHeaders: Type.Optional(
    text<Secret>('secret', {
      variable: 'OTEL_EXPORTER_OTLP_HEADERS',
      whenUnset: 'no further headers',
      description:
        'Headers for the collector of traces and metrics, `name=value` with commas between them, values percent-encoded.',
    }),
  ),
});

export const environment = group('Environment', {
  sandbox: choice(['off', 'on'], {
    variable: 'SANDBOX',
    default: 'off',
    description:
      'With `on` the service is a sandbox: invented people and companies, no face networks, and tokens and signatures that no live service takes. It needs a database of its own. See `confere sandbox`.',
  }),
});

/** The settings of what the service stores. */
export const storageSettings = { environment, storage, photoStore, secrets };
