import { writeFileSync } from 'node:fs';
import { readOpenApiDocument } from '../../test/support/service-openapi.ts';
import { inlineShared, type Shared, writeInLines } from './inline-shared.ts';
import { type OpenApi, renderPostmanCollection } from './render-postman.ts';

/**
 * Writes openapi.json as the service serves it, and what is made from it: the client's sources and a collection for
 * Postman and Bruno. Tests fail when they differ.
 */
const document = await readOpenApiDocument();
writeFileSync(new URL('./openapi.json', import.meta.url), writeInLines(document as Shared));
const whole = inlineShared(document as Shared);
const collection = renderPostmanCollection(whole as unknown as OpenApi);
writeFileSync(
  new URL('./postman-collection.json', import.meta.url),
  `${JSON.stringify(collection, null, 2)}\n`,
);
await import('../../packages/client/prepare.ts');
