import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ErrorCatalogue } from '../../src/platform/errors.ts';
import { statusOfKind } from '../../src/web/errors.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The codes that one file defines, with the file's path from the root of the project. */
export type CatalogueOfFile = { readonly file: string; readonly catalogue: ErrorCatalogue };

/** Where codes that callers of the API meet are shown first, and under which heading. */
const headings: Readonly<Record<string, string>> = {
  'src/web/errors.ts': 'The request as HTTP',
  'src/platform/errors.ts': 'Every request, and lists',
  'src/platform/tokens/errors.ts': 'Access tokens',
  'src/access/errors.ts': 'Clients and signing keys',
  'src/images/errors.ts': 'Photos and their addresses',
  'src/faces/errors.ts': 'Faces and attempts',
  'src/engine/errors.ts': 'Photos that are refused, and the face networks',
  'src/engine/packs/errors.ts': 'Model packs',
  'src/platform/rate-limits/errors.ts': 'Limits',
  'src/platform/db/errors.ts': 'Database',
  'src/platform/encryption/errors.ts': 'Encryption',
  'src/platform/config/errors.ts': 'Configuration',
  'src/platform/data-folder/errors.ts': 'Data folder',
  'src/platform/operator-tasks/errors.ts': 'Commands that the server runs',
  'src/setup/errors.ts': 'New deployments',
  'src/cli/errors.ts': 'Command line',
  'src/demo/errors.ts': 'Demonstration',
};

/**
 * Every error catalogue of the source, found by itself: each `errors.ts` below `src` that exports something named
 * `...ErrorCatalogue`. Sorted as the reference shows them.
 */
export async function loadCatalogues(): Promise<readonly CatalogueOfFile[]> {
  const entries = await readdir(join(root, 'src'), { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && entry.name === 'errors.ts')
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'));
  const found: CatalogueOfFile[] = [];
  for (const file of files) {
    const module = (await import(pathToFileURL(join(root, file)).href)) as Record<string, unknown>;
    const catalogues = Object.entries(module).filter(([name]) => name.endsWith('ErrorCatalogue'));
    if (catalogues.length > 0) {
      found.push({ file, catalogue: Object.assign({}, ...catalogues.map(([, catalogue]) => catalogue)) });
    }
  }
  const order = Object.keys(headings);
  const rank = (file: string) => (order.includes(file) ? order.indexOf(file) : order.length);
  return found.sort((a, b) => rank(a.file) - rank(b.file) || (a.file < b.file ? -1 : 1));
}

/** Every code that a request can be answered with. */
export function listAnsweredCodes(catalogues: readonly CatalogueOfFile[]): readonly string[] {
  return selectRows(catalogues, false).flatMap(({ catalogue }) => Object.keys(catalogue));
}

/** The codes that end a command or the start of a process, or the others; without the files that have none. */
function selectRows(catalogues: readonly CatalogueOfFile[], isLocal: boolean): readonly CatalogueOfFile[] {
  return catalogues
    .map(({ file, catalogue }) => {
      const rows = Object.entries(catalogue).filter(([, { kind }]) => (kind === 'local') === isLocal);
      return { file, catalogue: Object.fromEntries(rows) };
    })
    .filter(({ catalogue }) => Object.keys(catalogue).length > 0);
}

/** The page docs/reference/errors.md. */
export function renderErrorReference(catalogues: readonly CatalogueOfFile[]): string {
  return `${[
    '# Errors',
    '`node docs/reference/render.ts` writes this page from the `errors.ts` files. Change those.',
    'Every error answer is `application/json`. It has the members of RFC 9457 and some more:',
    [
      '| member | meaning |',
      '|---|---|',
      '| `requestId` | id of the request, also in `X-Request-Id`; the key to its log lines |',
      '| `type` | `urn:confere:error:` and the code |',
      '| `title` | the meaning of the code, always the same |',
      '| `status` | the HTTP status |',
      '| `code` | the stable code for programs; its meaning never changes |',
      '| `detail` | the cause this time; may be absent |',
      '| `errors` | for `request_invalid`: a list of `path` and `message`; may be absent |',
    ].join('\n'),
    [
      'A 401 carries `WWW-Authenticate`, a 405 `Allow`, a 429',
      'or 503 `Retry-After`. The token endpoint answers in the form of RFC 6749: see [tokens](tokens.md).',
      'For words to users about their photo see [the guide](../guides/photos.md).',
    ].join('\n'),
    ...selectRows(catalogues, false).map((it) => renderTable(it, true)),
    '# Errors that end a command',
    [
      'These errors stop a command or the start of the service. Standard error shows them with a remedy.',
      'The exit status is not 0. No request is answered with them.',
    ].join('\n'),
    ...selectRows(catalogues, true).map((it) => renderTable(it, false)),
  ].join('\n\n')}\n`;
}

function renderTable({ file, catalogue }: CatalogueOfFile, hasStatus: boolean): string {
  const rows = Object.entries(catalogue).map(([code, { kind, title, fix }]) =>
    hasStatus
      ? `| \`${code}\` | ${statusOfKind[kind]} | ${cell(title)} | ${cell(fix)} |`
      : `| \`${code}\` | ${cell(title)} | ${cell(fix)} |`,
  );
  return [
    `## ${headings[file] ?? file.split('/').at(-2)}`,
    '',
    `Defined in \`${file}\`.`,
    '',
    hasStatus ? '| code | status | meaning | what to do |' : '| code | meaning | what to do |',
    hasStatus ? '|---|---|---|---|' : '|---|---|---|',
    ...rows,
  ].join('\n');
}

/** Text as one cell: without a full stop at the end of a single sentence, and nothing that ends the cell. */
function cell(text: string): string {
  return text
    .replaceAll('<', '&lt;')
    .replaceAll('|', '\\|')
    .replace(/^([^.]*)\.$/, '$1');
}
