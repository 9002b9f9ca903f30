import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EngineError } from '../../../src/engine/errors.ts';
import { readLabelledPairs } from '../../../src/engine/evaluation/read-labelled-pairs.ts';

test('a list is read with columns in any order, quotes, CRLF, a byte order mark and columns of others', () => {
  const text =
    '\ufefffold,same_person,note,image_b,image_a\r\n1,TRUE,x,"b, one.jpg",a.jpg\r\n2,0,,"say ""b"".jpg",c.jpg\r\n\r\n';
  assert.deepEqual(readLabelledPairs(text), [
    { imageA: 'a.jpg', imageB: 'b, one.jpg', same: true, fold: '1' },
    { imageA: 'c.jpg', imageB: 'say "b".jpg', same: false, fold: '2' },
  ]);
});

test('without a fold column no pair has a fold', () => {
  assert.deepEqual(readLabelledPairs('image_a,image_b,same_person\na,b,false\n'), [
    { imageA: 'a', imageB: 'b', same: false },
  ]);
});

test('a list may name the people, and then must agree with itself', () => {
  const header = 'image_a,image_b,same_person,person_a,person_b\n';
  assert.deepEqual(readLabelledPairs(`${header}a,b,true,ana,ana\na,c,false,ana,\n`), [
    { imageA: 'a', imageB: 'b', same: true, personA: 'ana', personB: 'ana' },
    { imageA: 'a', imageB: 'c', same: false, personA: 'ana' },
  ]);
  for (const line of ['a,b,true,ana,rui', 'a,b,false,ana,ana']) {
    assert.throws(
      () => readLabelledPairs(header + line),
      (error) => error instanceof EngineError && error.problems?.[0]?.path === 'line 2',
    );
  }
});

test('a list of a Brazilian Excel is read: semicolons, its words for true and false, decimal commas', () => {
  const text =
    '\ufeffimage_a;image_b;same_person;years_apart\r\na;b;VERDADEIRO;10,5\r\na;c;FALSO;\r\na;b;sim;\r\n';
  assert.deepEqual(readLabelledPairs(text), [
    { imageA: 'a', imageB: 'b', same: true, yearsApart: 10.5 },
    { imageA: 'a', imageB: 'c', same: false },
    { imageA: 'a', imageB: 'b', same: true },
  ]);
});

const broken: Record<string, { text: string; path: string; message: RegExp }> = {
  'an empty file': { text: '', path: 'line 1', message: /empty/ },
  'a file without a header': { text: 'a.jpg,b.jpg,true\n', path: 'line 1', message: /lacks image_a/ },
  'a header without same_person': { text: 'image_a,image_b\na,b\n', path: 'line 1', message: /same_person/ },
  'a header alone': { text: 'image_a,image_b,same_person\n', path: 'line 2', message: /no row/ },
  'a label that is neither': {
    text: 'image_a,image_b,same_person\na,b,true\na,b,maybe\n',
    path: 'line 3',
    message: /"maybe"/,
  },
  'a pair of one': { text: 'image_a,image_b,same_person\na,,true\n', path: 'line 2', message: /image/ },
  'a pair without its fold': {
    text: 'image_a,image_b,same_person,fold\na,b,true,\n',
    path: 'line 2',
    message: /fold/,
  },
  'a file in the encoding of Windows': {
    text: Buffer.from('image_a,image_b,same_person\nJosé.jpg,b,true\n', 'latin1').toString('utf8'),
    path: 'file',
    message: /UTF-8/,
  },
  'a quote that is never closed': {
    text: 'image_a,image_b,same_person\n"a,b,true\n',
    path: 'file',
    message: /[Qq]uote/,
  },
};
for (const [name, { text, path, message }] of Object.entries(broken)) {
  test(`${name} is refused, saying where`, () => {
    assert.throws(
      () => readLabelledPairs(text),
      (error) => {
        assert.ok(error instanceof EngineError);
        assert.equal(error.code, 'evaluation_pairs_invalid');
        assert.equal(error.problems?.[0]?.path, path);
        assert.match(error.problems?.[0]?.message ?? '', message);
        return true;
      },
    );
  });
}
