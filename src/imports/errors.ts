import { define, errorsOf } from '../platform/errors.ts';

export const importErrorCatalogue = {
  import_folder_unset: define.conflict(
    'The service has no folder for imports',
    'Operators: set IMPORT_DIR to an existing folder, and start the service again.',
  ),
  import_path_refused: define.invalid(
    'The path leads out of the folder for imports',
    'Send a path below IMPORT_DIR, with / between its parts. Use a path that GET /v1/import-files shows. Links that lead out are refused.',
  ),
  import_file_missing: define.notFound(
    'The folder for imports has no such file',
    'Put the file into IMPORT_DIR, or download it. GET /v1/import-files shows what is there.',
  ),
  import_not_published: define.invalid(
    'The service knows no address to download this source from',
    'Download the file with a browser and put it into IMPORT_DIR.',
  ),
  import_running_already: define.conflict(
    'An import or a download of this source waits or runs',
    'Wait until it ends. GET /v1/imports shows it.',
  ),
  import_source_unknown: define.notFound(
    'There is no such source that is imported',
    'Use the name of a list or a registry of GET /v1/sources.',
  ),
  import_not_found: define.notFound('There is no such import', 'Use an id of GET /v1/imports.'),
  import_over: define.conflict(
    'The import is over and cannot be stopped',
    'What it brought is in service. POST /v1/sources/{source}/rollback takes it back.',
  ),
  import_lost: define.unavailable(
    'The process that did the import ended',
    'What was in service before is unchanged. Start the import again.',
  ),
};

export class ImportError extends errorsOf(importErrorCatalogue) {}
