import { writeFileSync } from 'node:fs';
import { type Document, renderClientSources } from '../../packages/client/render.ts';
import { readOpenApiDocument } from '../../test/support/service-openapi.ts';
import { listAnsweredCodes, loadCatalogues } from './error-reference.ts';
import { type OpenApi, renderPostmanCollection } from './render-postman.ts';

/**
 * Writes openapi.json as the service serves it, and what is made from it: the client's sources and a collection for
 * Postman and Bruno. Tests fail when they differ.
 */
const document = await readOpenApiDocument();
writeFileSync(new URL('./openapi.json', import.meta.url), `${JSON.stringify(document, null, 2)}\n`);
const collection = renderPostmanCollection(document as OpenApi);
writeFileSync(
  new URL('./postman-collection.json', import.meta.url),
  `${JSON.stringify(collection, null, 2)}\n`,
);
const codes = listAnsweredCodes(await loadCatalogues());
for (const [name, text] of Object.entries(await renderClientSources(document as Document, codes))) {
  writeFileSync(new URL(`../../packages/client/src/${name}`, import.meta.url), text);
}
