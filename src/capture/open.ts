import { accessModule } from '../access/module.ts';
import { livenessModule } from '../liveness/module.ts';
import type { ModuleContext, OpenModule } from '../module.ts';
import { createBuiltFiles } from '../platform/built-files.ts';
import { capturePath } from './capture-path.ts';
import { CaptureError } from './errors.ts';
import { getPageRoutes } from './routes/get-page.ts';

/** Opens the page, as its last build left it. Without one the service runs, and says how to make it. */
export async function openCapture({ log, use }: ModuleContext) {
  const { rulesOfClients } = use(accessModule);
  const { liveness } = use(livenessModule);
  const files = createBuiltFiles(capturePath, {
    notBuilt: () => new CaptureError('capture_page_missing'),
    notFound: () => new CaptureError('capture_file_not_found'),
  });
  return {
    parts: undefined,
    routes: [
      { on: ['mobile'], add: (app) => getPageRoutes(app, { files, listOrigins: liveness.listOrigins }) },
    ],
    // A page that embeds the element loads its modules from here.
    originsOfPath: (path) => (path.startsWith('/capture/') ? rulesOfClients.listAllOrigins() : undefined),
    start() {
      void files.isBuilt().then((isBuilt) => {
        if (!isBuilt) log.warn('the capture page is not built: run npm install && npm run build:capture');
      });
    },
  } satisfies OpenModule<undefined>;
}
