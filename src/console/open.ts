import { fileURLToPath } from 'node:url';
import type { ModuleContext, OpenModule } from '../module.ts';
import { createBuiltFiles } from '../platform/built-files.ts';
import { ConsoleError } from './errors.ts';
import { getConsoleRoutes } from './routes/get-console.ts';

/** Opens the console, as its last build left it. Without one the service runs, and says how to make it. */
export async function openConsole({ log, baseUrl, mobileBaseUrl }: ModuleContext) {
  const files = createBuiltFiles(consolePath, {
    notBuilt: () => new ConsoleError('console_missing'),
    notFound: () => new ConsoleError('console_file_not_found'),
  });
  return {
    parts: undefined,
    routes: [{ on: ['customer'], add: (app) => getConsoleRoutes(app, { files, baseUrl, mobileBaseUrl }) }],
    start() {
      void files.isBuilt().then((isBuilt) => {
        if (!isBuilt) log.warn('the console is not built: run npm install && npm run build:console');
      });
    },
  } satisfies OpenModule<undefined>;
}

/** Folder that `npm run build:console` writes the console to. */
const consolePath = fileURLToPath(new URL('../../console/dist/', import.meta.url));
