import { AppError, type AppErrorOptions, type ErrorCatalogue } from '../platform/errors.ts';

/** Every code of the registry of companies. */
export const registryErrorCatalogue = {
  registry_not_imported: {
    kind: 'unavailable',
    title: 'The registry of companies has not been imported yet',
    fix: 'Operators: run `confere registry import --from DIR` with the archives of a month.',
  },
  registry_files_missing: {
    kind: 'invalid',
    title: 'The folder holds no archives of the registry',
    fix: 'Name the folder with the zip files of one month as Receita Federal publishes them, or the files unzipped.',
  },
  registry_layout_changed: {
    kind: 'invalid',
    title: 'A file of the registry has not the columns it should have',
    fix: 'Check that the file is complete; when the published layout has changed, a newer version of this service is needed.',
  },
  registry_months_differ: {
    kind: 'invalid',
    title: 'The archives are not all of one month',
    fix: 'Put the archives of one month into a folder of their own.',
  },
  registry_archive_broken: {
    kind: 'invalid',
    title: 'An archive of the registry is damaged',
    fix: 'Download the file again; its size or checksum does not hold.',
  },
  registry_disk_full: {
    kind: 'unavailable',
    title: 'There is not enough room for another generation of the registry',
    fix: 'Free space, run `confere registry prune`, or import a part of the country with --only.',
  },
  registry_import_running: {
    kind: 'conflict',
    title: 'An import of the registry is already running',
    fix: 'Wait until it has ended; `confere registry status` shows it.',
  },
  registry_import_interrupted: {
    kind: 'unavailable',
    title: 'The import of the registry was interrupted',
    fix: 'The month in service has stayed. Run the import again; it starts from the first file.',
  },
  registry_checks_failed: {
    kind: 'invalid',
    title: 'The imported month failed its checks and was not put into service',
    fix: 'Read which checks failed; when the month is right as it is, import again with --force, or with wider limits (REGISTRY_MAX_...).',
  },
  registry_no_previous_generation: {
    kind: 'not-found',
    title: 'There is no earlier generation of the registry to return to',
    fix: 'Import the month that is wanted.',
  },
  registry_share_unreachable: {
    kind: 'unavailable',
    title: 'The share with the open data does not answer',
    fix: 'Try again later, or set REGISTRY_SHARE_URL when it has moved. Importing from a folder needs no share.',
  },
  registry_share_unreadable: {
    kind: 'unavailable',
    title: 'The share with the open data is not what is expected',
    fix: 'Set REGISTRY_SHARE_URL to the WebDAV address in which the months are folders.',
  },
  registry_month_not_published: {
    kind: 'not-found',
    title: 'The month is not on the share',
    fix: 'Name one of those that `confere registry download --list` shows.',
  },
  registry_download_no_room: {
    kind: 'unavailable',
    title: 'There is not enough room for the archives',
    fix: 'Free space, or download into another folder.',
  },
  registry_download_failed: {
    kind: 'unavailable',
    title: 'Some archives could not be downloaded',
    fix: 'Run the command again: what is there stays, and it goes on where it stopped.',
  },
  registry_download_interrupted: {
    kind: 'unavailable',
    title: 'The download of the registry was interrupted',
    fix: 'Run the command again: it goes on where it stopped.',
  },
  registry_generation_unknown: {
    kind: 'not-found',
    title: 'There is no such generation of the registry',
    fix: 'Name one that `confere registry status` shows.',
  },
  search_criteria_invalid: {
    kind: 'invalid',
    title: 'The search says nothing that can be looked for',
    fix: 'Mend the parameters named in errors; at least one of name, uf, city, cnae and partner is needed.',
  },
  search_cursor_invalid: {
    kind: 'invalid',
    title: 'The cursor is none of this search',
    fix: 'Send nextCursor as it was answered, with the same criteria, or begin without a cursor.',
  },
  search_cursor_expired: {
    kind: 'invalid',
    title: 'The month that the search began with is gone',
    fix: 'Begin again without a cursor.',
  },
  search_not_built: {
    kind: 'unavailable',
    title: 'The month in service cannot be searched',
    fix: 'Operators: import the month again; it was imported by a version without search.',
  },
  registry_selection_invalid: {
    kind: 'invalid',
    title: 'The part of the registry to import is not valid',
    fix: 'Use uf= with two-letter states, or a file with one CNPJ a line.',
  },
} as const satisfies ErrorCatalogue;

/** An error of this domain, with one of the codes above. */
export class RegistryError extends AppError {
  constructor(code: keyof typeof registryErrorCatalogue, options?: AppErrorOptions) {
    super(code, registryErrorCatalogue[code], options);
  }
}
