import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The root of the checkout, whose Markdown files are the pages. */
export const checkout = join(import.meta.dirname, '../..');

type Language = 'en' | 'pt-BR';
type Item = { readonly text: string; readonly link: string };
type Section = { readonly text: string; readonly collapsed?: boolean; readonly items: readonly Item[] };

const single = [
  'README.md',
  'README.pt-BR.md',
  'SECURITY.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'NOTICE.md',
  'packages/client/README.md',
  'packages/docs/first-tasks.md',
  'packages/docs/first-tasks.pt-BR.md',
  'docs/architecture.md',
  'docs/glossary.md',
];

/** The Markdown files that are pages of the site, by their paths in the checkout. */
export function pagesOf(): readonly string[] {
  return [...single, ...globSync('docs/{guides,reference,decisions}/*.md', { cwd: checkout }).sort()];
}

/** The other Markdown files of the checkout. */
export function listOthers(): readonly string[] {
  const pages = new Set(pagesOf());
  const all = globSync('**/*.md', {
    cwd: checkout,
    exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path),
  });
  return all.filter((path) => !pages.has(path));
}

const places: Readonly<Record<string, string>> = {
  'README.md': 'index.md',
  'README.pt-BR.md': 'pt-BR/index.md',
  'SECURITY.md': 'security.md',
  'NOTICE.md': 'notice.md',
  'CHANGELOG.md': 'changelog.md',
  'CONTRIBUTING.md': 'contributing.md',
  'packages/client/README.md': 'client.md',
  'packages/docs/first-tasks.md': 'guides/first-tasks.md',
  'packages/docs/first-tasks.pt-BR.md': 'pt-BR/guides/first-tasks.md',
};

/** The path of a page in the site: below `pt-BR` the Portuguese ones, a README as the index of its folder. */
export function sitePathOf(path: string): string {
  const place = places[path];
  if (place !== undefined) return place;
  const inside = path.replace(/^docs\//, '').replace(/README\.md$/, 'index.md');
  return inside.endsWith('.pt-BR.md') ? `pt-BR/${inside.replace(/\.pt-BR\.md$/, '.md')}` : inside;
}

/** The address of a page in the site, without its base. */
export function addressOf(path: string): string {
  return `/${sitePathOf(path)
    .replace(/(^|\/)index\.md$/, '$1')
    .replace(/\.md$/, '')}`;
}

/** The pages of a language for the side bar, under headings. */
export function listSidebar(language: Language): readonly Section[] {
  const own = pagesOf().filter((path) => path.endsWith('.pt-BR.md') === (language === 'pt-BR'));
  const below = (folder: string) => own.filter((path) => path.startsWith(folder)).map(itemOf);
  if (language === 'pt-BR') {
    return [
      { text: 'Confere', items: ['README.pt-BR.md', 'packages/docs/first-tasks.pt-BR.md'].map(itemOf) },
      { text: 'Guias', items: below('docs/guides/') },
    ];
  }
  return [
    {
      text: 'Confere',
      items: ['README.md', 'packages/docs/first-tasks.md', 'packages/client/README.md', 'CHANGELOG.md'].map(
        itemOf,
      ),
    },
    { text: 'Guides', items: below('docs/guides/') },
    { text: 'Reference', items: below('docs/reference/') },
    {
      text: 'Development',
      collapsed: true,
      items: ['CONTRIBUTING.md', 'SECURITY.md', 'NOTICE.md', 'docs/architecture.md', 'docs/glossary.md'].map(
        itemOf,
      ),
    },
    { text: 'Decisions', collapsed: true, items: below('docs/decisions/') },
  ];
}

function itemOf(path: string): Item {
  const heading = /^# (.+)$/m.exec(readFileSync(join(checkout, path), 'utf8'))?.[1] ?? path;
  return { text: heading.replaceAll('`', ''), link: addressOf(path) };
}
