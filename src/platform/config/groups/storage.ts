import Type from 'typebox';
import type { Secret } from '../secret.ts';
import { group, integer, text } from '../variables.ts';

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
});
