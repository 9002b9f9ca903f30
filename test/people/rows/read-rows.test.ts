import assert from 'node:assert/strict';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { openRowsFile, type RowsFile } from '../../../src/people/rows/open-rows-file.ts';
import { type ReadCsvOptions, type Row, readCsv, readJsonLines } from '../../../src/people/rows/read-rows.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

describe('reading rows', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'confere-rows-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  async function readAll<T>(
    read: (file: RowsFile, options?: ReadCsvOptions) => AsyncGenerator<{ readonly rows: readonly Row<T>[] }>,
    content: string | Buffer,
    options?: ReadCsvOptions,
  ): Promise<Row<T>[]> {
    const path = join(folder, 'file');
    await writeFile(path, content);
    const rows: Row<T>[] = [];
    for await (const part of read(await openRowsFile(path), options)) rows.push(...part.rows);
    return rows;
  }
  const csv = (content: string | Buffer, options?: ReadCsvOptions) =>
    readAll<readonly string[]>(readCsv, content, options);
  const valuesOf = <T>(rows: readonly Row<T>[]) => rows.flatMap((row) => ('value' in row ? [row.value] : []));
  const faultsOf = <T>(rows: readonly Row<T>[]) =>
    rows.flatMap((row) => ('fault' in row ? [`${row.line} ${row.fault}`] : []));

  it('quoted cells hold delimiters, quotes and line ends; lines are counted as an editor does', async () => {
    const rows = await csv('a;b\r\n"x;""y""";"1\n2"\r\n\r\nlast;row');
    assert.deepEqual(rows, [
      { line: 1, value: ['a', 'b'] },
      { line: 2, value: ['x;"y"', '1\n2'] },
      { line: 5, value: ['last', 'row'] },
    ]);
  });

  it('whatever the cells hold, they are read as they were written, in chunks of any size', async () => {
    const cell = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => !/[\0\r]/.test(text));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { maxLength: 30 }),
        async (rows) => {
          const write = (cells: readonly string[]) =>
            cells.map((each) => `"${each.replaceAll('"', '""')}"`).join(',');
          const table = [['h1', 'h2', 'h3'], ...rows];
          const read = await csv(table.map(write).join('\n'), { encoding: 'utf-8' });
          assert.deepEqual(valuesOf(read), table);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('delimiter and encoding are recognised', async () => {
    assert.deepEqual(valuesOf(await csv('\ufeffa,b\n"1;2",ç')), [
      ['a', 'b'],
      ['1;2', 'ç'],
    ]);
    const latin = Buffer.from('nome;m\u00e3e\nJos\u00e9;x', 'latin1');
    assert.deepEqual(valuesOf(await csv(latin)), [
      ['nome', 'mãe'],
      ['José', 'x'],
    ]);
  });

  it('a quote left open costs its line, not the file', async () => {
    const rows = await csv('a;b\n"open;1\n2;two\n3;three\n');
    assert.deepEqual(faultsOf(rows), ['2 quote_unclosed']);
    assert.deepEqual(valuesOf(rows).slice(1), [
      ['2', 'two'],
      ['3', 'three'],
    ]);
    const closedLater = await csv('a;b\n"open;1\n2;two\n"3";"three"\n4;four\n');
    assert.deepEqual(faultsOf(closedLater), ['2 quote_unclosed']);
    assert.equal(valuesOf(closedLater).length, 4);
  });

  it('quotes within a cell are text', async () => {
    assert.deepEqual(valuesOf(await csv('a;b\nPAU 5" X;1\n')), [
      ['a', 'b'],
      ['PAU 5" X', '1'],
    ]);
  });

  it('NUL bytes, another encoding and a wrong number of cells are faults of their row', async () => {
    const bytes = Buffer.concat([
      Buffer.from('a;b\nç;1\n2;\u0000\n'),
      Buffer.from('Jos\u00e9;3\n', 'latin1'),
      Buffer.from('1;2;3\n4;four\n'),
    ]);
    const rows = await csv(bytes, { encoding: 'utf-8' });
    assert.deepEqual(faultsOf(rows), ['3 nul_byte', '4 encoding', '5 column_count']);
    assert.equal(valuesOf(rows).length, 3);
    const mixed = Buffer.concat([Buffer.from('a;é\n', 'latin1'), Buffer.from('ção;2\n')]);
    assert.deepEqual(faultsOf(await csv(mixed)), ['2 encoding']);
    assert.deepEqual(valuesOf(await csv(mixed, { encoding: 'windows-1252', isMixedEncodingFine: true }))[1], [
      'ção',
      '2',
    ]);
  });

  it('cells of 50 MB are refused without being held in memory', async () => {
    const path = join(folder, 'large');
    await using file = await open(path, 'w');
    await file.write('a;b\n1;"');
    const megabyte = Buffer.alloc(1 << 20, 'x');
    for (let i = 0; i < 50; i += 1) await file.write(megabyte);
    await file.write('"\n2;two\n');
    for (let i = 0; i < 50; i += 1) await file.write(megabyte);
    await file.write('\n3;three\n');
    collectGarbage();
    let highest = 0;
    const before = process.memoryUsage().arrayBuffers;
    const rows: Row<readonly string[]>[] = [];
    for await (const part of readCsv(await openRowsFile(path))) {
      rows.push(...part.rows);
      let held = process.memoryUsage().arrayBuffers - before;
      if (held >= 60_000_000) {
        // Memory that is free and not given back yet is not held.
        collectGarbage();
        held = process.memoryUsage().arrayBuffers - before;
      }
      highest = Math.max(highest, held);
    }
    assert.deepEqual(faultsOf(rows), ['2 row_too_long', '4 row_too_long']);
    assert.deepEqual(valuesOf(rows), [
      ['a', 'b'],
      ['2', 'two'],
      ['3', 'three'],
    ]);
    assert.ok(highest < 60_000_000, `${highest} bytes`);
  });

  it('lines of JSON are values, and what is none is a fault', async () => {
    const rows = await readAll(readJsonLines, '{"a":1}\r\n\n[2]\n{"a":\nnull');
    assert.deepEqual(valuesOf(rows), [{ a: 1 }, [2], null]);
    assert.deepEqual(faultsOf(rows), ['4 json_invalid']);
  });

  it('no bytes make the reading throw', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        const hostile = Buffer.concat([Buffer.from('a;b\n'), Buffer.from(bytes.map((each) => each % 96))]);
        await csv(hostile);
        await readAll(readJsonLines, hostile);
      }),
      { numRuns: 200 },
    );
  });
});
