import { define, errorsOf } from '../platform/errors.ts';

/** Everything that can keep a page of the documentation from being shown. */
export const documentationErrorCatalogue = {
  documentation_missing: define.unavailable(
    'The documentation site is not built',
    'Run npm run build:docs in the folder of the service, or read the Markdown files in docs.',
  ),
  documentation_page_not_found: define.notFound(
    'The documentation has no such page',
    'Start at /docs/ and search.',
  ),
};

export class DocumentationError extends errorsOf(documentationErrorCatalogue) {}
