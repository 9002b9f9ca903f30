import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from './list-pages.ts';

/** An example that a list of links names: a file of `examples`, or a region of it. */
export type LinkedExample = {
  readonly language: string;
  /** From the root of the checkout. */
  readonly path: string;
  readonly region: string | undefined;
};

/** A list of links to examples, with the block of code that stands before it in a page. */
export type ExampleList = {
  /** The whole text in the page. */
  readonly text: string;
  readonly indent: string;
  /** Undefined where no block of code stands before the list. */
  readonly code: string | undefined;
  readonly examples: readonly LinkedExample[];
};

type Markdown = {
  readonly core: {
    readonly ruler: {
      before(next: string, name: string, rule: (state: { src: string }) => void): void;
    };
  };
};

const link = String.raw`\[[^\]]+\]\((?:\.\.\/)+examples\/[^)\s]+\)`;
const list = new RegExp(
  String.raw`^( *)(?:\`\`\`\w+\n((?:(?! *\`\`\`).*\n)*)\1\`\`\`\n\n\1)?(${link}(?:\s+·\s+${link})+)$`,
  'gm',
);

/** The lists of links to examples in a page: paragraphs of such links alone, with `·` between them. */
export function findExampleLists(page: string): readonly ExampleList[] {
  return [...page.matchAll(list)].map(([text, indent = '', code, links = '']) => ({
    text,
    indent,
    code: code === undefined ? undefined : dedent(code),
    examples: [...links.matchAll(/\[([^\]]+)\]\(([^)#\s]+)(?:#([^)]+))?\)/g)].map(
      ([, language = '', path = '', region]) => ({
        language,
        path: path.replace(/^(\.\.\/)+/, ''),
        region,
      }),
    ),
  }));
}

/**
 * The text of an example, without the marks of regions. Throws when there is no such region.
 */
export function readExample({ path, region }: LinkedExample): string {
  const lines = readFileSync(join(checkout, path), 'utf8').split('\n');
  const isMark = (line: string) => /^\s*(#|\/\/) ?#?(region|endregion)\b/.test(line);
  if (region === undefined) return lines.filter((line) => !isMark(line)).join('\n');
  const start = lines.findIndex((line) => isMark(line) && line.trim().endsWith(`region ${region}`));
  const end = lines.findIndex((line, index) => index > start && isMark(line));
  if (start < 0 || end < 0) throw new Error(`${path} has no region ${region}`);
  return dedent(
    `${lines
      .slice(start + 1, end)
      .join('\n')
      .trimEnd()}\n`,
  );
}

/** Shows a list of links to examples as tabs with their text, in the place of the block of code before it. */
export function showExampleTabs(markdown: Markdown): void {
  markdown.core.ruler.before('normalize', 'example-tabs', (state) => {
    for (const found of findExampleLists(state.src)) {
      const tabs = found.examples.map((example) => {
        const ending = example.path.split('.').at(-1)?.replace('mjs', 'js');
        return `\`\`\`${ending} [${example.language}]\n${readExample(example).trimEnd()}\n\`\`\`\n`;
      });
      const group = `::: code-group\n\n${tabs.join('\n')}\n:::`;
      state.src = state.src.replace(found.text, () => group.replaceAll(/^(?=.)/gm, found.indent));
    }
  });
}

function dedent(text: string): string {
  const indents = [...text.matchAll(/^([ \t]*)\S/gm)].map(([, indent = '']) => indent);
  const common = indents.sort((left, right) => left.length - right.length)[0] ?? '';
  return text.replaceAll(new RegExp(`^${common}`, 'gm'), '');
}
