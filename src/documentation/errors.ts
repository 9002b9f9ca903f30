import { type ErrorCatalogue, errorsOf } from '../platform/errors.ts';

/** Everything that can keep a page of the documentation from being shown. */
export const documentationErrorCatalogue = {
  documentation_missing: {
    kind: 'unavailable',
    title: 'The documentation site is not built',
    fix: 'Run npm run build:docs in the folder of the service, or read the Markdown files in docs.',
  },
  documentation_page_not_found: {
    kind: 'not-found',
    title: 'The documentation has no such page',
    fix: 'Start at /docs/ and search.',
  },
} satisfies ErrorCatalogue;

export class DocumentationError extends errorsOf(documentationErrorCatalogue) {}
