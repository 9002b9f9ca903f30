import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createRowReader, type RefusalReason } from '../../../src/registry/import/create-row-reader.ts';

type Aside = { readonly line: number; readonly reason: RefusalReason; readonly raw: string };

/** Reads three columns from bytes given as Latin-1 text, in pieces of a size. */
function read(text: string, pieceSize = text.length || 1, maxRowBytes?: number) {
  const aside: Aside[] = [];
  let rows = '';
  const reader = createRowReader({
    columnCount: 3,
    judge: () => 'keep',
    emit: (bytes) => {
      rows += bytes.toString('utf8');
    },
    refuse: ({ line, reason, raw }) => aside.push({ line, reason, raw: raw.toString('latin1') }),
    ...(maxRowBytes !== undefined && { maxRowBytes }),
  });
  for (let at = 0; at < text.length; at += pieceSize) {
    reader.push(Buffer.from(text.slice(at, at + pieceSize), 'latin1'));
  }
  reader.end();
  return { rows: rows.split('\n').slice(0, -1), aside, kept: reader.keptRows, replaced: reader.replacedRows };
}

const good = '"11111111";"A";"1"\n';

describe('createRowReader', () => {
  it('passes plain rows through as they are, whatever pieces they come in', () => {
    const text = '"11111111";"A";"1"\n"22222222";"";""\n';
    for (const size of [1, 2, 7, 1000]) assert.deepEqual(read(text, size).rows, text.trim().split('\n'));
  });

  for (const [name, row, expected] of [
    ['NUL bytes inside a line', '"11111111";"A\0B\0";"1"\n', '"11111111";"AB";"1"'],
    ['a semicolon in quoted text', '"11111111";"A;B";"1"\n', '"11111111";"A;B";"1"'],
    ['a doubled quote in quoted text', '"11111111";"A ""B"" C";"1"\n', '"11111111";"A ""B"" C";"1"'],
    ['a quote that was not doubled', '"11111111";"A "B" C";"1"\n', '"11111111";"A ""B"" C";"1"'],
    ['an undoubled quote at the end', '"11111111";"A "B"";"1"\n', '"11111111";"A ""B""";"1"'],
    ['a line feed in quoted text', '"11111111";"A\nB";"1"\n', '"11111111";"A B";"1"'],
    ['line ends of two characters', '"11111111";"A";"1"\r\n', '"11111111";"A";"1"'],
    ['fields without quotes', '11111111;A B;1\n', '"11111111";"A B";"1"'],
    ['no line end at the end of the file', '"11111111";"A";"1"', '"11111111";"A";"1"'],
    ['ISO 8859-1 text', '"11111111";"CONFEC\xc7\xc3O";"1"\n', '"11111111";"CONFECÇÃO";"1"'],
    ['code page 1252 text', '"11111111";"A \x96 B \x80";"1"\n', '"11111111";"A – B €";"1"'],
    ['UTF-8 text', '"11111111";"A\xc3\x87\xc3\x83O";"1"\n', '"11111111";"AÇÃO";"1"'],
    ['a backslash and a dot', '"11111111";"\\.";"1"\n', '"11111111";"\\.";"1"'],
  ] as const) {
    it(`reads a row with ${name}, and the rows around it`, () => {
      for (const size of [1, 5, 1000]) {
        const last = row.endsWith('\n') ? good : '';
        const result = read(good + row + last, size);
        const around = good.trim();
        assert.deepEqual(result.rows, [around, expected, ...(last === '' ? [] : [around])]);
        assert.deepEqual(result.aside, []);
      }
    });
  }

  it('passes over a byte order mark before the first row', () => {
    for (const size of [1, 2, 1000]) {
      assert.deepEqual(read(`\xef\xbb\xbf${good}${good}`, size).rows, [good.trim(), good.trim()]);
    }
  });

  it('counts rows with a byte that means nothing, and marks the place', () => {
    const result = read('"11111111";"CAF\x81";"1"\n');
    assert.deepEqual(result.rows, ['"11111111";"CAF\ufffd";"1"']);
    assert.equal(result.replaced, 1);
  });

  it('puts a row with too few or too many columns aside, with its line', () => {
    const { rows, aside } = read(`${good}"22222222";"A"\n"33333333";"A";"1";"2"\n${good}`);
    assert.equal(rows.length, 2);
    assert.deepEqual(aside, [
      { line: 2, reason: 'column_count', raw: '"22222222";"A"' },
      { line: 3, reason: 'column_count', raw: '"33333333";"A";"1";"2"' },
    ]);
  });

  it('loses one row, not those after it, to a quote that is never closed', () => {
    for (const size of [1, 6, 1000]) {
      const { rows, aside } = read(`"22222222";"A;"1"\n${good}${good}`, size);
      assert.deepEqual(rows, [good.trim(), good.trim()]);
      assert.deepEqual(
        aside.map(({ line, reason }) => [line, reason]),
        [[1, 'quote_unclosed']],
      );
    }
  });

  it('counts lines through text with line feeds and empty lines', () => {
    const { aside } = read(`"11111111";"A\nB";"1"\n\n"22222222"\n`);
    assert.deepEqual(aside, [{ line: 4, reason: 'column_count', raw: '"22222222"' }]);
  });

  it('takes long lines, and puts aside those beyond its limit without keeping them', () => {
    const long = `"11111111";"${'X'.repeat(5000)}";"1"\n`;
    assert.equal(read(long, 100).kept, 1);
    for (const size of [100, 100_000]) {
      const { rows, aside } = read(`${good}${long.replace('X', '\xc7')}${good}`, size, 2000);
      assert.equal(rows.length, 2);
      assert.deepEqual(
        aside.map(({ line, reason, raw }) => [line, reason, raw.length]),
        [[2, 'row_too_long', 1000]],
      );
    }
  });

  it('never throws, and gives only whole rows of three columns in valid UTF-8', () => {
    const bytes = fc.array(fc.constantFrom('"', ';', '\n', '\r', '\0', 'A', '1', '\xc3', '\x81', '\\', good));
    fc.assert(
      fc.property(bytes, fc.integer({ min: 1, max: 40 }), (parts, size) => {
        const { rows, kept } = read(parts.join(''), size);
        assert.equal(rows.length, kept);
        for (const row of rows) {
          assert.match(row, /^"([^"]|"")*";"([^"]|"")*";"([^"]|"")*"$/);
          // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not be there
          assert.doesNotMatch(row, /[\x00-\x1f]/);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('reads the same rows in whatever pieces they come', () => {
    const bytes = fc.array(fc.constantFrom('"', ';', '\n', 'A', '\xc3', good, '"22222222";"A', 'B";"2"\n'));
    fc.assert(
      fc.property(bytes, fc.integer({ min: 1, max: 40 }), (parts, size) => {
        assert.deepEqual(read(parts.join(''), size), read(parts.join('')));
      }),
      { numRuns: 300 },
    );
  });
});
