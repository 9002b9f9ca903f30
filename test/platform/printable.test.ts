import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isPrintable, printable } from '../../src/platform/printable.ts';

it('what a terminal would obey is shown and not obeyed', () => {
  assert.equal(printable('\u001b]0;title\u0007'), '\\u{001b}]0;title\\u{0007}');
  assert.equal(printable('\u009b2J\r\n\u202e'), '\\u{009b}2J\\u{000d}\\u{000a}\\u{202e}');
  assert.equal(printable('\ud800'), '\\u{d800}');
  assert.equal(printable('JOÃO & Cia. "Ltda" \u{1f600}'), 'JOÃO & Cia. "Ltda" \u{1f600}');
});

it('only a text whose characters all show is printable', () => {
  assert.ok(isPrintable('JOÃO & Cia. "Ltda" \u{1f600}'));
  for (const mark of ['\u0007', '\u200b', '\u202e', '\u00ad', '\u3164', '\u2028', '\ufeff']) {
    assert.ok(!isPrintable(`JO${mark}ÃO`), `U+${mark.codePointAt(0)!.toString(16)}`);
  }
});
