import { type ErrorCatalogue, errorsOf } from '../platform/errors.ts';

/** Everything that can keep the console from being shown. */
export const consoleErrorCatalogue = {
  console_missing: {
    kind: 'unavailable',
    title: 'The console is not built',
    fix: 'Run npm install with development dependencies, or npm run build:console, in the folder of the service.',
  },
  console_file_not_found: {
    kind: 'not-found',
    title: 'The console has no such file',
    fix: 'Reload the page. Its files have new names after an update.',
  },
} satisfies ErrorCatalogue;

export class ConsoleError extends errorsOf(consoleErrorCatalogue) {}
