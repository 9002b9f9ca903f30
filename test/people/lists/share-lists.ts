import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach } from 'node:test';
import { Value } from 'typebox/value';
import { createCpfIndex, createListIndex, type ListName } from '../../../src/people/index.ts';
import { type ImportListOptions, importList } from '../../../src/people/lists/import-list.ts';
import type { PfMediaProfileAndExposure } from '../../../src/people/lists/list-data.ts';
import {
  createListExposure,
  type ListSourceDeps,
} from '../../../src/people/sources/pf-media-profile-and-exposure.ts';
import { createDataSetBasicData } from '../../../src/people/sources/pf-records.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import type { OpenDatabase } from '../../../src/platform/db/index.ts';
import type { Cpf } from '../../../src/platform/documents.ts';
import { createMasterKey, createRecordCipher } from '../../../src/platform/encryption/index.ts';
import type { Source, Subject } from '../../../src/profiles/index.ts';
import { askOnce } from '../../profiles/scripted-sources.ts';
import { openTestDatabase, type TestDatabaseKind } from '../../support/database.ts';

/** Public lists on a database of their own for all tests of a suite, empty before each; called where the suite is defined. */
export function shareLists(kind: TestDatabaseKind) {
  const closing: (() => unknown)[] = [];
  const cipher = createRecordCipher({ current: createMasterKey(randomBytes(32)), previous: [] });
  const keys = {
    cipher,
    cpfIndex: createCpfIndex(randomBytes(32)),
    listIndex: createListIndex(randomBytes(32)),
  };
  const now = new Date('2026-03-10T12:00:00Z');
  let folder: string;
  let database: OpenDatabase;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'confere-lists-'));
    database = await openTestDatabase(
      { after: (close: () => unknown) => closing.push(close) } as never,
      kind,
    );
  });
  beforeEach(() =>
    database.execute('truncate person_list_entries, person_list_generations, person_list_refused_rows'),
  );
  after(async () => {
    for (const close of closing.reverse()) await close();
    await rm(folder, { recursive: true });
  });

  /** Imports a file with this content. */
  async function run(
    list: ListName,
    content: Buffer | string,
    name = 'list.csv',
    options: Partial<Pick<ImportListOptions, 'signal' | 'isForced' | 'listDate'>> = {},
    through = database,
  ) {
    const path = join(folder, name);
    await writeFile(path, content);
    return await importList({ ...keys, database: through, clock: systemClock }, { list, path, ...options });
  }
  const exposure = (change: Partial<ListSourceDeps> = {}) =>
    createListExposure({
      ...keys,
      basicData: createDataSetBasicData(keys),
      graceYears: undefined,
      ...change,
    });
  const consult = (source: Source, subject: Subject, attributes: Record<string, unknown> = {}) =>
    askOnce(source, subject, { db: database.db, signal: new AbortController().signal, attributes, now });
  async function _look(subject: Subject, source = exposure()): Promise<PfMediaProfileAndExposure> {
    const answer = await consult(source, subject);
    assert.equal(answer.outcome, 'found', JSON.stringify(answer));
    if (answer.outcome !== 'found') throw new TypeError();
    assert.ok(Value.Check(source.dataSchema, answer.data), 'the answer is of its schema');
    return answer.data as PfMediaProfileAndExposure;
  }

  return { keys, database: () => database, run, exposure, consult, person, look: _look };
}

/** A person asked for by CPF, and by name where it is known. */
export const person = (cpf: Cpf, name?: string): Subject => ({
  kind: 'person',
  id: 'per_1',
  cpf,
  ...(name && { name }),
});
