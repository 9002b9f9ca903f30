import { dirname, join, relative, sep } from 'node:path';
import { addressOf, checkout, pagesOf } from './list-pages.ts';

type Token = {
  readonly type: string;
  tag: string;
  attrs: [string, string][] | null;
  readonly children: readonly Token[] | null;
};
type Markdown = {
  readonly core: {
    readonly ruler: {
      push(name: string, rule: (state: { tokens: Token[]; env: { realPath?: string } }) => void): void;
    };
  };
};

/**
 * Makes the relative links of the Markdown files lead where they lead in a checkout: to the page of a file in the site.
 * A link to a file that is no page, such as a source file, becomes its text, with the path as its title.
 */
export function keepLinks(markdown: Markdown): void {
  const pages = new Set(pagesOf());
  markdown.core.ruler.push('keep-links', ({ tokens, env }) => {
    // `path` is that of the page in the site.
    if (env.realPath === undefined) return;
    for (const { children } of tokens) {
      let isText = false;
      for (const token of children ?? []) {
        if (token.type === 'link_close' && isText) {
          token.tag = 'span';
          isText = false;
        }
        if (token.type !== 'link_open') continue;
        const href = token.attrs?.find(([name]) => name === 'href')?.[1] ?? '';
        if (/^([a-z]+:|\/)/.test(href)) continue;
        const [path = '', heading] = href.split('#');
        const hash = heading === undefined ? undefined : anchorOf(heading);
        if (path === '') {
          token.attrs = [['href', `#${hash}`]];
          continue;
        }
        const target = relative(checkout, join(dirname(env.realPath), decodeURI(path)))
          .split(sep)
          .join('/');
        const page = pages.has(target) ? target : `${target}/README.md`;
        if (pages.has(page))
          token.attrs = [['href', `${addressOf(page)}${hash === undefined ? '' : `#${hash}`}`]];
        else {
          token.tag = 'span';
          token.attrs = [['title', target]];
          isText = true;
        }
      }
    }
  });
}

/** The name that VitePress gives to a heading: that of a checkout, without accents, and never a digit first. */
function anchorOf(heading: string): string {
  return decodeURI(heading)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replace(/^(?=\d)/, '_');
}
