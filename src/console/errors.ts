import { define, errorsOf } from '../platform/errors.ts';

/** Everything that can keep the console from being shown. */
export const consoleErrorCatalogue = {
  console_missing: define.unavailable(
    'The console is not built',
    'Run npm install with development dependencies, or npm run build:console, in the folder of the service.',
  ),
  console_file_not_found: define.notFound(
    'The console has no such file',
    'Reload the page. Its files have new names after an update.',
  ),
};

export class ConsoleError extends errorsOf(consoleErrorCatalogue) {}
