import assert from 'node:assert/strict';
import { it } from 'node:test';
import { cutPage, pageOfAll, readCriteria, readLimit, readPage } from '../../src/web/lists.ts';

const names = Array.from({ length: 7 }, (_, index) => `name ${index}`);
const itself = (name: string) => name;

it('pages of a list that is read whole show every entry once, though some come and go', () => {
  const all = [...names];
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = pageOfAll(all, { limit: '3', ...(cursor === undefined ? {} : { cursor }) }, itself);
    seen.push(...page.items);
    cursor = page.nextCursor;
    all.unshift('newer than the first page');
  } while (cursor !== undefined);
  assert.deepEqual(seen, names);
});

it('a cursor whose entry is gone has expired, and another text is none', () => {
  const { nextCursor } = pageOfAll(names, { limit: '3' }, itself);
  assert.throws(() => pageOfAll(names.slice(3), { cursor: nextCursor! }, itself), { code: 'cursor_expired' });
  assert.throws(() => pageOfAll(names, { cursor: 'x' }, itself), { code: 'cursor_invalid' });
  assert.throws(() => readPage({ cursor: nextCursor! }, /^\d+$/), { code: 'cursor_invalid' });
});

it('only a list that goes on has a next page', () => {
  assert.deepEqual(Object.keys(cutPage(names, 7, itself)), ['items']);
  assert.deepEqual(Object.keys(cutPage([], 7, itself)), ['items']);
  assert.deepEqual(cutPage(names, 6, itself).items, names.slice(0, 6));
});

it('a page has 50 entries unless asked for 1 to 200', () => {
  assert.equal(readLimit({}), 50);
  assert.equal(readLimit({ limit: '200' }), 200);
  for (const limit of ['0', '201']) assert.throws(() => readLimit({ limit }), { code: 'request_invalid' });
});

it('a criterion of a header has as many characters as one of the query', () => {
  const criteria = (name: string) => new URLSearchParams({ name }).toString();
  assert.deepEqual(readCriteria(criteria('𠮷'.repeat(120)), ['name']), { name: '𠮷'.repeat(120) });
  assert.throws(() => readCriteria(criteria('𠮷'.repeat(121)), ['name']), { code: 'request_invalid' });
});

it('a criterion of a header that is not UTF-8, or not percent-encoded, is refused: it would find nobody', () => {
  assert.deepEqual(readCriteria('name=Jos%C3%A9', ['name']), { name: 'José' });
  for (const header of ['name=Jos%E9', 'name=José', 'name=%FF'])
    assert.throws(() => readCriteria(header, ['name']), { code: 'request_invalid' }, header);
});
