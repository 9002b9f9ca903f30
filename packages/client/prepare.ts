import { readFile, writeFile } from 'node:fs/promises';
import { listAnsweredCodes, loadCatalogues } from '../../docs/reference/error-reference.ts';
import { inlineShared, type Shared } from '../../docs/reference/inline-shared.ts';
import type { Document } from './render.ts';

/**
 * Writes the sources that follow from docs/reference/openapi.json, where they differ: types, operations and codes.
 * Without the development tools, as with `npm ci --omit=dev`, there is no client to build.
 */
if (isInstalled('openapi-typescript')) {
  const { renderClientSources } = await import('./render.ts');
  const reference = new URL('../../docs/reference/openapi.json', import.meta.url);
  const document = JSON.parse(await readFile(reference, 'utf8')) as Shared;
  const codes = listAnsweredCodes(await loadCatalogues());
  const whole = inlineShared(document) as unknown as Document;
  const sources = await renderClientSources(document as unknown as Document, whole, codes);
  for (const [name, text] of Object.entries(sources)) {
    const file = new URL(`src/${name}`, import.meta.url);
    const written = await readFile(file, 'utf8').catch(() => undefined);
    if (written !== text) await writeFile(file, text);
  }
}

function isInstalled(tool: string): boolean {
  try {
    import.meta.resolve(tool);
    return true;
  } catch {
    return false;
  }
}
