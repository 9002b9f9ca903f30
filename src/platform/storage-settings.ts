import type { ConfigOf } from './config/index.ts';
import { choice, group, integer, text } from './config/variables.ts';
import type { OpenDatabaseOptions } from './db/index.ts';
import type { LoadMasterKeyOptions } from './encryption/index.ts';

const storage = group('Storage', {
  dataDir: text('text', {
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
      'Maximum PostgreSQL connections of one process. The sum over all processes must stay below `max_connections`. The embedded database has one connection.',
  }),
});

const postgres = group('PostgreSQL', {
  directUrl: text('postgres-url', {
    variable: 'DATABASE_DIRECT_URL',
    whenUnset: 'everything uses `DATABASE_URL`',
    description:
      'The database of `DATABASE_URL` past a pooler in transaction mode: for migrations, locks, imports and backups. Such a pooler needs it.',
  }),
  readUrl: text('postgres-url', {
    variable: 'DATABASE_READ_URL',
    whenUnset: 'everything is read from `DATABASE_URL`',
    description:
      'One streaming standby of the database, for lists, figures, exports, profiles and their history.',
  }),
  readMaxLagMs: integer({
    variable: 'DATABASE_READ_MAX_LAG_MS',
    default: 2_000,
    minimum: 100,
    maximum: 600_000,
    description:
      'Maximum age of data from `DATABASE_READ_URL`, in milliseconds. When the standby is further behind, or away, the primary is read.',
  }),
});

const photoStore = group(
  'Photo store',
  {
    kind: choice(['files', 's3'], {
      variable: 'IMAGE_STORE',
      whenUnset: '`s3` when `S3_ENDPOINT` is set, else `files`',
      description:
        'Place for new photos. With `S3_ENDPOINT` set, photos are read from both places, first from this one.',
    }),
    s3Endpoint: text('base-url', {
      variable: 'S3_ENDPOINT',
      whenUnset: 'photos are files in `DATA_DIR/images`',
      description:
        'Address of an S3-compatible object store, without the bucket. A private address and plain http are allowed, because photos are encrypted before they are sent.',
    }),
    s3Bucket: text('bucket-name', {
      variable: 'S3_BUCKET',
      whenUnset: 'required with `S3_ENDPOINT`',
      description: 'Bucket for the photos of this deployment only. It must exist.',
    }),
    s3Region: text('bucket-name', {
      variable: 'S3_REGION',
      default: 'us-east-1',
      description: 'Region in the signature of requests to S3.',
    }),
    s3AccessKeyId: text('text', {
      variable: 'S3_ACCESS_KEY_ID',
      whenUnset: 'required with `S3_ENDPOINT`, unless `S3_METADATA_URL` is set',
      description: 'Access key with permission to get, put, list and delete objects of the bucket.',
    }),
    s3MetadataUrl: text('base-url', {
      variable: 'S3_METADATA_URL',
      whenUnset: 'requests are signed by `S3_ACCESS_KEY_ID`',
      description:
        'Address of the metadata service of the machine (`http://169.254.169.254`): requests to S3 are signed by the keys of its role, which are read there and renewed.',
    }),
  },
  ({ kind, s3Endpoint, s3Bucket, s3AccessKeyId, s3MetadataUrl }) => {
    if (s3Endpoint === undefined) {
      const path = kind === 's3' ? 'IMAGE_STORE' : s3Bucket === undefined ? undefined : 'S3_BUCKET';
      return path === undefined ? [] : [{ path, message: 'It needs S3_ENDPOINT.' }];
    }
    const missing = [
      ...(s3Bucket === undefined ? ['S3_BUCKET'] : []),
      ...(s3AccessKeyId === undefined && s3MetadataUrl === undefined ? ['S3_ACCESS_KEY_ID'] : []),
    ];
    return missing.map((path) => ({ path, message: 'S3_ENDPOINT needs it.' }));
  },
);

const secrets = group('Secrets', {
  databaseUrl: text('postgres-url', {
    variable: 'DATABASE_URL',
    whenUnset: 'the embedded database in `DATA_DIR`',
    description: 'PostgreSQL 15 or newer, in place of the embedded database.',
  }),
  redisUrl: text('redis-url', {
    variable: 'REDIS_URL',
    whenUnset: 'each process counts alone',
    description: 'Redis or Valkey where all processes count requests together.',
  }),
  masterKey: text('master-key', {
    variable: 'MASTER_KEY',
    whenUnset:
      'created once in `DATA_DIR/keys/master.key` with the embedded database; required with `DATABASE_URL`',
    description:
      'Key that wraps the keys of every stored image, face template and sealed record. Without it nobody can read them. Keep a copy apart from the database backups.',
  }),
  previousMasterKeys: text('master-key-list', {
    variable: 'MASTER_KEY_PREVIOUS',
    whenUnset: 'no older key',
    description:
      'Older master keys that may still open records. Remove them after `confere keys rotate` has wrapped every record with `MASTER_KEY`.',
  }),
  s3SecretAccessKey: text('secret', {
    variable: 'S3_SECRET_ACCESS_KEY',
    whenUnset: 'required with `S3_ENDPOINT`',
    description: 'Secret of `S3_ACCESS_KEY_ID`.',
  }),
  otlpHeaders: text('secret', {
    variable: 'OTEL_EXPORTER_OTLP_HEADERS',
    whenUnset: 'no further headers',
    description:
      'Headers for the collector of traces and metrics, `name=value` with commas between them, values percent-encoded.',
  }),
});

const environment = group('Environment', {
  sandbox: choice(['off', 'on'], {
    variable: 'SANDBOX',
    default: 'off',
    description:
      '`on` starts a sandbox: invented people and companies, and no face networks. Live services refuse its tokens and signatures. It needs its own database. See `confere sandbox`.',
  }),
});

export const storageSettings = { environment, storage, postgres, photoStore, secrets };

/** The options that open the configured database, without its data folder and its log. */
export function databaseOptionsOf({
  storage: { databasePoolSize },
  postgres: { directUrl, readUrl, readMaxLagMs },
  secrets: { databaseUrl },
}: ConfigOf<typeof storageSettings>): Omit<OpenDatabaseOptions, 'dataDir' | 'logger'> {
  return {
    databaseUrl: databaseUrl?.reveal(),
    directUrl: directUrl?.reveal(),
    readUrl: readUrl?.reveal(),
    readMaxLagMs,
    poolSize: databasePoolSize,
  };
}

/** The options that load the configured master key, or with the embedded database the one in the data folder. */
export function masterKeyOptionsOf({
  storage: { dataDir },
  secrets: { databaseUrl, masterKey, previousMasterKeys },
}: ConfigOf<typeof storageSettings>): LoadMasterKeyOptions {
  return {
    configured: masterKey,
    previous: previousMasterKeys,
    dataDir,
    embedded: databaseUrl === undefined,
  };
}
