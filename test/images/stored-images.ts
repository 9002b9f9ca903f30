import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { createImageFolder } from '../../src/images/image-folder.ts';
import type { ImageFiles } from '../../src/images/index.ts';
import type { OpenDatabase } from '../../src/platform/db/index.ts';
import type { Db } from '../../src/platform/db/types.ts';
import {
  createMasterKey,
  createRecordCipher,
  type RecordCipher,
} from '../../src/platform/encryption/index.ts';
import { openTestDatabase, type TestDatabaseKind, type TestScope } from '../support/database.ts';

export type StoredImages = {
  readonly database: OpenDatabase;
  readonly db: Db;
  readonly store: ImageFiles;
  readonly cipher: RecordCipher;
  readonly directory: string;
};

/** A database, a file store and a cipher for all tests of a suite; to be called in it, and the result in its tests. */
export function useStoredImages(kind: TestDatabaseKind): () => StoredImages {
  let opened: StoredImages | undefined;
  const closing: (() => unknown)[] = [];
  before(async () => {
    const scope = { after: (close: () => unknown) => closing.push(close) } as unknown as TestScope;
    const directory = await mkdtemp(join(tmpdir(), 'confere-images-'));
    closing.push(() => rm(directory, { recursive: true, force: true }));
    const database = await openTestDatabase(scope, kind);
    const { db } = database;
    const store = createImageFolder({ directory });
    const cipher = createRecordCipher({ current: createMasterKey(randomBytes(32)), previous: [] });
    opened = { database, db, store, cipher, directory };
  });
  after(async () => {
    for (const close of closing.reverse()) await close();
  });
  return () => opened!;
}
