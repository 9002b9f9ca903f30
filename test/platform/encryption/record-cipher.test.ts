import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import fc from 'fast-check';
import {
  createMasterKey,
  createRecordCipher,
  EncryptionError,
  parseMasterKey,
  type SealedColumns,
} from '../../../src/platform/encryption/index.ts';
import { deriveKey } from '../../../src/platform/encryption/record-cipher.ts';

const keyA = createMasterKey(Buffer.alloc(32, 1));
const keyB = createMasterKey(Buffer.alloc(32, 2));
const cipher = createRecordCipher({ current: keyA, previous: [] });

function isEncryptionError(code: string) {
  return (error: unknown) => error instanceof EncryptionError && error.code === code;
}

describe('record cipher', () => {
  it('opens what it sealed, whatever the bytes and the context', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), fc.string(), (plaintext, context) => {
        const opened = cipher.open(cipher.seal(plaintext, context), context);
        assert.deepEqual(Buffer.from(opened), Buffer.from(plaintext));
      }),
    );
  });

  it('seals the same plaintext differently each time and never shows it', () => {
    const plaintext = Buffer.from('a text long enough to be recognised');
    const first = cipher.seal(plaintext, 'x');
    const second = cipher.seal(plaintext, 'x');
    assert.notDeepEqual(first.ciphertext, second.ciphertext);
    assert.notDeepEqual(first.wrapped_key, second.wrapped_key);
    assert.equal(Buffer.from(first.ciphertext).includes(plaintext), false);
    assert.equal(first.wrapped_key.byteLength, 61);
    assert.equal(first.ciphertext.byteLength, plaintext.byteLength + 29);
  });

  it('refuses a record with any single bit changed', () => {
    const record = cipher.seal(randomBytes(40), 'person:1');
    for (const part of ['wrapped_key', 'ciphertext'] as const) {
      for (let index = 0; index < record[part].byteLength; index += 1) {
        const damaged = Uint8Array.from(record[part]);
        damaged[index] = (damaged[index] ?? 0) ^ 1;
        assert.throws(
          () => cipher.open({ ...record, [part]: damaged }, 'person:1'),
          isEncryptionError('record_unreadable'),
          `${part} byte ${index}`,
        );
      }
    }
  });

  it('refuses truncated and empty parts', () => {
    const record = cipher.seal(randomBytes(40), 'c');
    const cut: SealedColumns[] = [
      { ...record, ciphertext: new Uint8Array(0) },
      { ...record, wrapped_key: new Uint8Array(0) },
      { ...record, ciphertext: record.ciphertext.subarray(0, -1) },
      { ...record, wrapped_key: record.wrapped_key.subarray(0, 20) },
    ];
    for (const damaged of cut) {
      assert.throws(() => cipher.open(damaged, 'c'), isEncryptionError('record_unreadable'));
    }
  });

  it('refuses a record opened under another context', () => {
    const record = cipher.seal(randomBytes(8), 'person:1');
    assert.throws(() => cipher.open(record, 'person:2'), isEncryptionError('record_unreadable'));
  });

  it('refuses parts of two records put together', () => {
    const first = cipher.seal(randomBytes(8), 'c');
    const second = cipher.seal(randomBytes(8), 'c');
    assert.throws(
      () => cipher.open({ ...first, wrapped_key: second.wrapped_key }, 'c'),
      isEncryptionError('record_unreadable'),
    );
  });

  it('opens with a previous key and seals with the current one', () => {
    const record = cipher.seal(Buffer.from('kept'), 'c');
    const rotated = createRecordCipher({ current: keyB, previous: [keyA] });
    assert.equal(Buffer.from(rotated.open(record, 'c')).toString(), 'kept');
    assert.equal(rotated.seal(Buffer.from('new'), 'c').key_id, keyB.id);
  });

  it('refuses a record of a key it does not hold, naming the key only by its fingerprint', () => {
    const record = cipher.seal(randomBytes(8), 'c');
    const other = createRecordCipher({ current: keyB, previous: [] });
    assert.throws(() => other.open(record, 'c'), isEncryptionError('master_key_wrong'));
    assert.throws(() => other.open(record, 'c'), new RegExp(keyA.id));
  });

  it('refuses a record of another key that claims to be of the current one', () => {
    const record = cipher.seal(randomBytes(8), 'c');
    const other = createRecordCipher({ current: keyB, previous: [] });
    assert.throws(
      () => other.open({ ...record, key_id: keyB.id }, 'c'),
      isEncryptionError('record_unreadable'),
    );
  });
});

describe('master key', () => {
  it('is refused unless it is base64 of exactly 32 bytes', () => {
    const good = Buffer.alloc(32, 7).toString('base64');
    assert.equal(parseMasterKey(` ${good}\n`).id, createMasterKey(Buffer.alloc(32, 7)).id);
    const bad = [
      '',
      good.slice(1),
      `${good}A`,
      good.replace('=', ''),
      `*${good.slice(1)}`,
      randomBytes(31).toString('base64'),
    ];
    for (const text of bad)
      assert.throws(() => parseMasterKey(text), isEncryptionError('master_key_malformed'));
    assert.throws(() => createMasterKey(new Uint8Array(16)), isEncryptionError('master_key_malformed'));
  });

  it('does not show its bytes when printed', () => {
    const bytes = Buffer.from('0123456789abcdef0123456789abcdef');
    const printed = inspect(createMasterKey(bytes), { depth: 9, showHidden: true });
    assert.equal(printed.includes('0123456789abcdef0123'), false);
    assert.equal(printed.includes(bytes.toString('hex')), false);
  });

  it('derives keys that are stable for a purpose and differ between purposes and master keys', () => {
    assert.deepEqual(deriveKey(keyA, 'image-links'), deriveKey(keyA, 'image-links'));
    assert.notDeepEqual(deriveKey(keyA, 'image-links'), deriveKey(keyA, 'other'));
    assert.notDeepEqual(deriveKey(keyA, 'image-links'), deriveKey(keyB, 'image-links'));
    assert.equal(deriveKey(keyA, 'image-links').byteLength, 32);
  });

  it('derives the bytes that stored data depends on', () => {
    // Recorded once: a change here means that links, tokens and records made before no longer verify.
    assert.equal(keyA.id, 'c4d88b5546576227');
    assert.equal(
      Buffer.from(deriveKey(keyA, 'image-links')).toString('hex'),
      '025be1d9a0c2f910b5c0606a1333659edc5335ceead60c72326bb72cafb202d7',
    );
  });
});
