import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { describeFindings, formWords } from '../../src/platform/describe-findings.ts';

it('a value that is none of those allowed is told once, with the values', () => {
  const schema = Type.Object({
    union: Type.Union([Type.Literal('x'), Type.Literal('y')]),
    choice: Type.Enum(['p', 'q']),
    constant: Type.Literal(1),
    text: Type.String(),
  });
  const found = Value.Errors(schema, { union: 'z', choice: 'r', constant: 2, text: 3 });
  assert.deepEqual(describeFindings(found, 'body'), [
    { path: 'body/union', message: 'must be one of x, y' },
    { path: 'body/choice', message: 'must be one of p, q' },
    { path: 'body/constant', message: 'must be one of 1' },
    { path: 'body/text', message: 'must be string' },
  ]);
});

it('no regular expression is shown: a pattern is told in words', () => {
  const schema = Type.Object({
    cpf: Type.String({ pattern: '^[0-9]{11}$' }),
    other: Type.String({ pattern: '^x{7}$' }),
  });
  assert.deepEqual(describeFindings(Value.Errors(schema, { cpf: '1', other: 'y' }), 'body'), [
    { path: 'body/cpf', message: 'must be a CPF: eleven digits with valid check digits' },
    { path: 'body/other', message: 'is not of the documented form' },
  ]);
});

it('every pattern that a request is checked with has words', async () => {
  const document = JSON.parse(
    await readFile(new URL('../../docs/reference/openapi.json', import.meta.url), 'utf8'),
  );
  const found = new Set<string>();
  JSON.stringify(document, (key, value) => {
    if (key === 'pattern' && typeof value === 'string') found.add(value);
    return value;
  });
  // Those of events are sent, never received.
  const sent = (pattern: string) => /^\^[a-z]{3}_/.test(pattern) || pattern === String.raw`^\d{4}-\d{2}$`;
  assert.ok(found.size > 10);
  assert.deepEqual(
    [...found].filter((pattern) => !sent(pattern) && formWords[pattern] === undefined),
    [],
  );
});
