import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { findExampleLists, readExample, showExampleTabs } from '../../packages/docs/example-tabs.ts';
import { checkout, pagesOf } from '../../packages/docs/list-pages.ts';

const pages = pagesOf().map((path) => ({
  path,
  text: readFileSync(join(checkout, path), 'utf8'),
}));

it('the block of code before a list of examples is the text of the first one', () => {
  for (const { path, text } of pages) {
    for (const { code, examples } of findExampleLists(text)) {
      if (code !== undefined) assert.equal(code, readExample(examples[0]!), path);
    }
  }
});

it('the guides to the first steps and to webhooks have examples in every language', () => {
  const counts = new Map(
    pages.map(({ path, text }) => [
      path,
      findExampleLists(text).map(({ examples }) => examples.map(({ language }) => language)),
    ]),
  );
  const all = ['curl', 'TypeScript', 'Python', 'Go', 'Java'];
  for (const ending of ['', '.pt-BR']) {
    const guide = (name: string) => counts.get(`docs/guides/${name}${ending}.md`);
    assert.deepEqual(guide('register-and-authenticate'), [all, all, all, all]);
    assert.deepEqual(guide('query-templates'), [all]);
    assert.deepEqual(guide('receive-events'), [['JavaScript', ...all.slice(1)]]);
    assert.deepEqual(counts.get(`packages/docs/first-tasks${ending}.md`), [all]);
  }
});

it('every link to an example in a list leads to text without marks of regions', () => {
  for (const { text } of pages) {
    for (const example of findExampleLists(text).flatMap(({ examples }) => examples)) {
      const shown = readExample(example);
      assert.match(shown, /\S/);
      assert.doesNotMatch(shown, /#?(end)?region/);
    }
  }
  const unknown = { language: 'curl', path: 'examples/curl/first-tasks.sh', region: 'none' };
  assert.throws(() => readExample(unknown), /no region none/);
});

it('a page of the site shows a list as tabs, inside a list of steps, too', () => {
  const guide = pages.find(({ path }) => path === 'docs/guides/receive-events.md')!;
  const state = { src: guide.text };
  showExampleTabs({ core: { ruler: { before: (_next, _name, rule) => rule(state) } } });
  assert.match(state.src, /^ {3}::: code-group\n\n {3}```js \[JavaScript\]\n {3}const event = /m);
  assert.match(state.src, /^ {3}```py \[Python\]\n {3}def verify\(secret, headers, body\):\n {7}"""/m);
  assert.match(state.src, /^ {3}```\n\n {3}:::\n\n {3}Without a secret/m);
  assert.doesNotMatch(state.src, /\]\(\.\.\/\.\.\/examples/);
});
