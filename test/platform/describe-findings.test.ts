import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { describeFindings } from '../../src/platform/describe-findings.ts';

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
