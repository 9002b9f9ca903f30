import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { sealedTables } from '../../../src/app.ts';
import { createRecordCipher, loadNamedKey, parseMasterKey } from '../../../src/platform/encryption/index.ts';
import {
  defineSealedColumns,
  findSealedColumns,
  sealedColumnNames,
  toSealedValues,
} from '../../../src/platform/encryption/sealed-columns.ts';
import { describeDatabases, openTestDatabase } from '../../support/database.ts';

const cipher = createRecordCipher({
  current: parseMasterKey(Buffer.alloc(32, 5).toString('base64')),
  previous: [],
});
const sealedFace = defineSealedColumns('faces', { prefix: 'face' });

describe('sealed columns', () => {
  it('open what earlier code sealed, and earlier code opens what they seal', () => {
    const template = randomBytes(128);
    const earlier = cipher.seal(template, 'face:fac_1');
    assert.deepEqual(Buffer.from(sealedFace.open(cipher, 'fac_1', earlier)), template);
    const json = cipher.seal(Buffer.from(JSON.stringify({ name: 'Ação' })), 'face:fac_2');
    assert.deepEqual(sealedFace.openJson(cipher, 'fac_2', json), { name: 'Ação' });

    const columns = sealedFace.sealJson(cipher, 'fac_3', { name: 'Ação', none: undefined });
    const opened = cipher.open(columns, 'face:fac_3');
    assert.equal(Buffer.from(opened).toString(), '{"name":"Ação"}');
  });

  it('open in their own row only', () => {
    const columns = sealedFace.seal(cipher, 'fac_1', 'text');
    assert.equal(sealedFace.openText(cipher, 'fac_1', columns), 'text');
    assert.throws(() => sealedFace.open(cipher, 'fac_2', columns), { code: 'record_unreadable' });
    const other = defineSealedColumns('attempts', { prefix: 'attempt' });
    assert.throws(() => other.open(cipher, 'fac_1', columns), { code: 'record_unreadable' });
  });

  it('are none where any of them was erased', () => {
    const columns = sealedFace.seal(cipher, 'fac_1', 'text');
    assert.deepEqual(findSealedColumns({ ...columns }), columns);
    for (const name of sealedColumnNames) {
      assert.equal(findSealedColumns({ ...columns, [name]: null }), undefined);
    }
    assert.deepEqual(
      toSealedValues(columns),
      sealedColumnNames.map((name) => columns[name]),
    );
  });

  it('have the contexts that stored rows were sealed with', () => {
    assert.deepEqual(
      Object.fromEntries(
        sealedTables.map(({ table, idColumn, contextOf }) => [`${table}.${idColumn}`, contextOf('X')]),
      ),
      {
        'named_keys.name': 'named-key:X',
        'signing_keys.kid': 'signing-key:X',
        'unshown_secrets.secret_id': 'unshown-secret:X',
        'accounts.id': 'account:X',
        'account_sessions.id': 'account-session:X',
        'account_invitations.id': 'account-invitation:X',
        'account_challenges.id': 'account-challenge:X',
        'images.id': 'image:X',
        'people.id': 'person:X',
        'person_records.id': 'person-record:X',
        'person_list_entries.id': 'person-list-entry:X',
        'source_provider_answers.id': 'provider-answer:X',
        'faces.id': 'face:X',
        'face_fingerprints.id': 'face-fingerprint:X',
        'attempts.id': 'attempt:X',
        'watches.id': 'watch:X',
        'webhook_endpoints.id': 'webhook-endpoint:X',
        'liveness_sessions.id': 'liveness-session:X',
        'liveness_fingerprints.session_id': 'liveness-fingerprints:X',
        'profiles.id': 'profile:X',
        'profile_states.profile_id': 'profile-state:X',
        'executions.id': 'execution:X',
        'profile_sources.id': 'profile-source:X',
        'profile_history.id': 'profile-history:X',
        'person_holds.id': 'person-hold:X',
        'case_comments.id': 'case-comment:X',
        'case_decisions.id': 'case-decision:X',
      },
    );
  });
});

describeDatabases('a row that earlier code wrote', (kind) => {
  it('is read by the store that uses the one mapping', async (t) => {
    const { db } = await openTestDatabase(t, kind);
    const key = randomBytes(32);
    await db
      .insertInto('named_keys')
      .values({ name: 'earlier', ...cipher.seal(key, 'named-key:earlier') })
      .execute();
    assert.deepEqual(Buffer.from(await loadNamedKey(db, cipher, 'earlier')), key);
  });
});
