import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import type { PoolClient } from 'pg';
import { isConnectionError, toDatabaseError } from '../../../src/platform/db/driver-errors.ts';
import { DatabaseError, withClient } from '../../../src/platform/db/index.ts';

function errorWithCode(code: string): Error {
  return Object.assign(new Error('from the driver'), { code });
}

it('errors that mean a lost or refused connection become database_unavailable with their cause', () => {
  const codes = [
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ENOTFOUND',
    '08006',
    '57P01',
    '57P02',
    '57P03',
    '53300',
  ];
  const errors = [
    ...codes.map(errorWithCode),
    new AggregateError([errorWithCode('ECONNREFUSED'), errorWithCode('ECONNREFUSED')]),
    new Error('Connection terminated unexpectedly'),
    new Error('timeout exceeded when trying to connect'),
  ];
  for (const error of errors) {
    assert.ok(isConnectionError(error), `${error.message} ${(error as { code?: string }).code}`);
    const translated = toDatabaseError(error);
    assert.ok(translated instanceof DatabaseError);
    assert.deepEqual(
      [translated.code, translated.kind, translated.cause],
      ['database_unavailable', 'unavailable', error],
    );
    assert.ok(translated.retryAfterSeconds);
  }
});

it('a connection that a running service is refused is database_unavailable, and waiting does not mend it', () => {
  for (const code of [
    '28P01',
    '28000',
    '3D000',
    '55000',
    'CERT_HAS_EXPIRED',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
  ]) {
    const error = errorWithCode(code);
    assert.equal(isConnectionError(error), false, code);
    assert.equal((toDatabaseError(error) as DatabaseError).code, 'database_unavailable', code);
  }
});

it('a full disk of the database is named', () => {
  const { code, detail } = toDatabaseError(errorWithCode('53100')) as DatabaseError;
  assert.deepEqual([code, detail], ['database_unavailable', 'The disk of the database is full.']);
});

it('errors of statements stay what they are', () => {
  for (const code of ['23505', '22012', '42601', '40001', '40P01', 'ERR_ASSERTION']) {
    const error = errorWithCode(code);
    assert.equal(isConnectionError(error), false, code);
    assert.equal(toDatabaseError(error), error, code);
  }
  assert.equal(isConnectionError('ECONNREFUSED'), false);
  assert.equal(isConnectionError(undefined), false);
});

it('errors of files that work on a connection meets stay what they are', async () => {
  const failure = await readFile('/nowhere/backup.tar').catch((cause: unknown) => cause);
  assert.equal((failure as NodeJS.ErrnoException).code, 'ENOENT');
  const released: unknown[] = [];
  const client = { release: (error: unknown) => released.push(error) } as unknown as PoolClient;
  const work = withClient({ connect: async () => client }, () => Promise.reject(failure));
  await assert.rejects(work, (error) => error === failure);
  assert.deepEqual(released, [true]);
});

it('a connection that needs a file that is not there cannot be had', async () => {
  const failure = await readFile('/nowhere/root.crt').catch((cause: unknown) => cause);
  const work = withClient({ connect: () => Promise.reject(failure) }, async () => {});
  await assert.rejects(work, { code: 'database_unavailable', cause: failure });
});

it('an error that is translated already is not wrapped again', () => {
  const error = new DatabaseError('database_timeout');
  assert.equal(toDatabaseError(error), error);
});
