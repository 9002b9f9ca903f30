import { writeFileSync } from 'node:fs';
import { readOpenApiDocument } from '../../test/support/service-openapi.ts';

/** Writes openapi.json as the service serves it. A test fails when the two differ. */
const document = await readOpenApiDocument();
writeFileSync(new URL('./openapi.json', import.meta.url), `${JSON.stringify(document, null, 2)}\n`);
