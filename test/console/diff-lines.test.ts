import assert from 'node:assert/strict';
import { it } from 'node:test';
import { diffLines, mostComparedLines } from '../../console/src/templates/diff-lines.ts';
import { findJsonFault, findJsonLine } from '../../console/src/templates/find-json-line.ts';

const signs = { same: ' ', removed: '-', added: '+' } as const;
const show = (earlier: string, later: string) =>
  diffLines(earlier, later).map(({ kind, text }) => signs[kind] + text);

it('tells changed lines from those that stay', () => {
  assert.deepEqual(show('a\nb\nc', 'a\nx\nc'), [' a', '-b', '+x', ' c']);
  assert.deepEqual(show('a\nb', 'a\nb'), [' a', ' b']);
  assert.deepEqual(show('a', 'a\nb'), [' a', '+b']);
  assert.deepEqual(show('b\na', 'a'), ['-b', ' a']);
});

it('keeps what both have in common between changes, and does not count a repeated line twice', () => {
  assert.deepEqual(show('{\na\n}\n{\nb\n}', '{\nb\n}\n{\nc\n}'), [
    ...[' {', '-a', '+b', ' }'],
    ...[' {', '-b', '+c', ' }'],
  ]);
  assert.deepEqual(show('x\na\nb\ny', 'a\nz\nb'), ['-x', ' a', '+z', ' b', '-y']);
  assert.deepEqual(show('a\na', 'a\na\na'), [' a', ' a', '+a']);
});

it('leads from the one text to the other, whatever they are', () => {
  for (let seed = 1; seed < 200; seed += 1) {
    const text = (start: number) =>
      Array.from({ length: (start * 7) % 12 }, (_, line) => 'abcd'[(start * (line + 3) ** 2) % 4]).join('\n');
    const [earlier, later] = [text(seed), text(seed * 31 + 5)];
    const lines = diffLines(earlier, later);
    const without = (kind: string) =>
      lines
        .filter((line) => line.kind !== kind)
        .map((line) => line.text)
        .join('\n');
    assert.equal(without('added'), earlier);
    assert.equal(without('removed'), later);
  }
});

it('shows a middle of more lines than it compares as replaced', () => {
  const long = (word: string, lines: number) =>
    Array.from({ length: lines }, (_, line) => (line === 1 ? 'kept' : `${word} ${line}`)).join('\n');
  const same = (lines: number) =>
    diffLines(long('a', lines), long('b', lines)).filter(({ kind }) => kind === 'same').length;
  assert.equal(same(mostComparedLines), 1);
  assert.equal(same(mostComparedLines + 1), 0);
});

it('finds the line of a field that an error names', () => {
  const text = JSON.stringify(
    { name: 'a "b" {', sources: [{ name: 'x', maxAge: 1e3 }], rules: [], 'odd/name': null, last: {} },
    null,
    2,
  );
  assert.equal(findJsonLine(text, 'body'), 1);
  assert.equal(findJsonLine(text, 'body/name'), 2);
  assert.equal(findJsonLine(text, 'body/sources'), 3);
  assert.equal(findJsonLine(text, 'body/sources/0/maxAge'), 6);
  assert.equal(findJsonLine(text, 'body/rules'), 9);
  assert.equal(findJsonLine(text, 'body/last'), 11);
  assert.equal(findJsonLine(text, 'body/sources/0/required'), 4, 'missing: where it should be');
  assert.equal(findJsonLine(text, 'body/sources/10'), 3);
  assert.equal(findJsonLine('{ "name": ', 'body/name'), undefined);
  assert.equal(findJsonLine('{"a":[[1],[2,\n{"b":true}]]}', 'body/a/1/1/b'), 2);
});

it('finds where a text stops being JSON, as the parser of the language does', () => {
  for (const [text, line, column] of [
    ['{\n  "a": 1,\n}', 3, 1],
    ['{\n  "a": [1, 2\n', 3, 1],
    ['{"a": 01}', 1, 8],
    ['{"a" 1}', 1, 6],
    ['{"a": "x\ny"}', 1, 7],
    ['[1,,2]', 1, 4],
    ['{"a": tru}', 1, 7],
    ['{} {}', 1, 4],
    ['', 1, 1],
  ] as const) {
    assert.throws(() => JSON.parse(text), text);
    assert.deepEqual(findJsonFault(text), { line, column }, text);
  }
  for (const text of ['{}', ' [ ] ', '{"a":{"b":[1.5e-3,-0,"\\u00e9\\n",null,true,"\u0085"]}}\n', '"x"']) {
    JSON.parse(text);
    assert.equal(findJsonFault(text), undefined, text);
  }
});
