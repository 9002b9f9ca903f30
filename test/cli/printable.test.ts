import assert from 'node:assert/strict';
import { it } from 'node:test';
import { printable } from '../../src/cli/printable.ts';

it('what a terminal would obey is shown and not obeyed', () => {
  assert.equal(printable('\u001b]0;title\u0007'), '\\u{001b}]0;title\\u{0007}');
  assert.equal(printable('\u009b2J\r\n\u202e'), '\\u{009b}2J\\u{000d}\\u{000a}\\u{202e}');
  assert.equal(printable('\ud800'), '\\u{d800}');
  assert.equal(printable('JOÃO & Cia. "Ltda" \u{1f600}'), 'JOÃO & Cia. "Ltda" \u{1f600}');
});
