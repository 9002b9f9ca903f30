import { fileURLToPath } from 'node:url';
import type { ModuleContext, OpenModule } from '../module.ts';
import { createBuiltFiles } from '../platform/built-files.ts';
import { DocumentationError } from './errors.ts';
import { getDocumentationRoutes } from './routes/get-documentation.ts';

const documentationPath = fileURLToPath(new URL('../../packages/docs/dist/', import.meta.url));

/** Opens the documentation, as its last build left it. Without one the service runs, and `/docs/` says how to make it. */
export async function openDocumentation({ log }: ModuleContext) {
  const files = createBuiltFiles(documentationPath, {
    notBuilt: () => new DocumentationError('documentation_missing'),
    notFound: () => new DocumentationError('documentation_page_not_found'),
  });
  return {
    parts: undefined,
    routes: [
      { on: ['customer', 'mobile'], add: (app, baseUrl) => getDocumentationRoutes(app, { files, baseUrl }) },
    ],
    start() {
      void files.isBuilt().then((isBuilt) => {
        if (!isBuilt)
          log.info(
            '/docs/ is not built yet: npm start builds it now. Without the development tools it stays so: see npm run build:docs',
          );
      });
    },
  } satisfies OpenModule<undefined>;
}
