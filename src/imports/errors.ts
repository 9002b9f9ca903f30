import { type ErrorCatalogue, errorsOf } from '../platform/errors.ts';

export const importErrorCatalogue = {
  import_folder_unset: {
    kind: 'conflict',
    title: 'The service has no folder for imports',
    fix: 'Operators: set IMPORT_DIR to an existing folder, and start the service again.',
  },
  import_path_refused: {
    kind: 'invalid',
    title: 'The path leads out of the folder for imports',
    fix: 'Send a path below IMPORT_DIR, with / between its parts. Use a path that GET /v1/import-files shows. Links that lead out are refused.',
  },
  import_file_missing: {
    kind: 'not-found',
    title: 'The folder for imports has no such file',
    fix: 'Put the file into IMPORT_DIR, or download it. GET /v1/import-files shows what is there.',
  },
  import_not_published: {
    kind: 'invalid',
    title: 'The service knows no address to download this source from',
    fix: 'Download the file with a browser and put it into IMPORT_DIR.',
  },
  import_running_already: {
    kind: 'conflict',
    title: 'An import or a download of this source waits or runs',
    fix: 'Wait until it ends. GET /v1/imports shows it.',
  },
  import_source_unknown: {
    kind: 'not-found',
    title: 'There is no such source that is imported',
    fix: 'Use the name of a list or a registry of GET /v1/sources.',
  },
  import_not_found: {
    kind: 'not-found',
    title: 'There is no such import',
    fix: 'Use an id of GET /v1/imports.',
  },
  import_over: {
    kind: 'conflict',
    title: 'The import is over and cannot be stopped',
    fix: 'What it brought is in service. POST /v1/sources/{source}/rollback takes it back.',
  },
  import_lost: {
    kind: 'unavailable',
    title: 'The process that did the import ended',
    fix: 'What was in service before is unchanged. Start the import again.',
  },
} as const satisfies ErrorCatalogue;

export class ImportError extends errorsOf(importErrorCatalogue) {}
