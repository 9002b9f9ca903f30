import { writeFileSync } from 'node:fs';
import { type Document, renderClientSources } from '../../packages/client/render.ts';
import { readOpenApiDocument } from '../../test/support/service-openapi.ts';
import { listAnsweredCodes, loadCatalogues } from './error-reference.ts';

/** Writes openapi.json as the service serves it, and the client's sources made from it. Tests fail when they differ. */
const document = await readOpenApiDocument();
writeFileSync(new URL('./openapi.json', import.meta.url), `${JSON.stringify(document, null, 2)}\n`);
const codes = listAnsweredCodes(await loadCatalogues());
for (const [name, text] of Object.entries(await renderClientSources(document as Document, codes))) {
  writeFileSync(new URL(`../../packages/client/src/${name}`, import.meta.url), text);
}
