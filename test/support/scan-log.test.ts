import assert from 'node:assert/strict';
import { it } from 'node:test';
import { generateCnpj, generateCpf } from '../../src/platform/documents.ts';
import { assertNothingPersonal } from './scan-log.ts';

const line = (text: string) =>
  `{"level":30,"time":1732190000123,"requestId":"01a1fe32-ccc2-7113-8fda-c6ad80fc3990"}\n${text}\n`;

it('finds documents, tokens, photos and secrets in what was logged', () => {
  const cpf = generateCpf();
  const cnpj = generateCnpj();
  for (const text of [
    `person ${cpf}`,
    `"${cpf.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4')}"`,
    `/v1/companies/${cnpj}?x`,
    cnpj.replace(/(..)(...)(...)(....)(..)/, '$1.$2.$3/$4-$5'),
    'Bearer eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln',
    'data:image/jpeg;base64,',
    `/images/img_${'0'.repeat(32)}?expires=1`,
  ]) {
    assert.throws(() => assertNothingPersonal(line(text)), assert.AssertionError, text);
  }
  assert.throws(() => assertNothingPersonal(line('the word is open-sesame'), ['open-sesame']));
});

it('lets ids, times and other numbers pass', () => {
  const texts = [
    'per_01a1fe32004a739e949b5273473ec604',
    '11111111111',
    '1732190000',
    'att_0123',
    '/v1/people/:personId',
  ];
  assertNothingPersonal(line(texts.join(' ')));
});
