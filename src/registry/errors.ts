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
    fix: 'Name the folder with the published zip files of one month, or with the unzipped files.',
  },
  registry_layout_changed: {
    kind: 'invalid',
    title: 'A file of the registry has other columns than expected',
    fix: 'Check that the file is complete. A new published layout needs a newer version of this service.',
  },
  registry_months_differ: {
    kind: 'invalid',
    title: 'The archives are of several months',
    fix: 'Put the archives of one month into a folder of their own.',
  },
  registry_archive_broken: {
    kind: 'invalid',
    title: 'An archive of the registry is damaged',
    fix: 'Download the file again: its size or checksum is wrong.',
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
    fix: 'The month in service is unchanged. Run the import again: it starts from the first file.',
  },
  registry_checks_failed: {
    kind: 'invalid',
    title: 'The imported month failed its checks and was not put into service',
    fix: 'Read which checks failed; when the month is right as it is, import again with --force, or with wider limits (REGISTRY_MAX_...).',
  },
  registry_no_previous_generation: {
    kind: 'not-found',
    title: 'There is no earlier generation of the registry to return to',
    fix: 'Import the month you want.',
  },
  registry_share_unreachable: {
    kind: 'unavailable',
    title: 'The share with the open data does not answer',
    fix: 'Try again later. If the share has moved, set REGISTRY_SHARE_URL. An import from a folder needs no share.',
  },
  registry_share_unreadable: {
    kind: 'unavailable',
    title: 'The share with the open data has an unexpected form',
    fix: 'Set REGISTRY_SHARE_URL to the WebDAV address that holds the folders of the months.',
  },
  registry_month_not_published: {
    kind: 'not-found',
    title: 'The month is not on the share',
    fix: 'Name a month that `confere registry download --list` shows.',
  },
  registry_download_no_room: {
    kind: 'unavailable',
    title: 'There is not enough room for the archives',
    fix: 'Free space, or download into another folder.',
  },
  registry_download_failed: {
    kind: 'unavailable',
    title: 'Some archives could not be downloaded',
    fix: 'Run the command again: it keeps the finished archives and resumes.',
  },
  registry_download_interrupted: {
    kind: 'unavailable',
    title: 'The download of the registry was interrupted',
    fix: 'Run the command again: it resumes.',
  },
  registry_generation_unknown: {
    kind: 'not-found',
    title: 'There is no such generation of the registry',
    fix: 'Name one that `confere registry status` shows.',
  },
  search_criteria_invalid: {
    kind: 'invalid',
    title: 'The search has no usable criterion',
    fix: 'Correct the parameters named in errors. Give at least one of name, uf, city, cnae and partner; taxRegime goes with one of them.',
  },
  search_cursor_invalid: {
    kind: 'invalid',
    title: 'The cursor does not belong to this search',
    fix: 'Send nextCursor unchanged with the same criteria, or begin without a cursor.',
  },
  search_cursor_expired: {
    kind: 'invalid',
    title: 'The month that the search began with is gone',
    fix: 'Begin again without a cursor.',
  },
  search_not_built: {
    kind: 'unavailable',
    title: 'The month in service cannot be searched',
    fix: 'Operators: import the month again. A version without search imported it.',
  },
  tax_files_missing: {
    kind: 'not-found',
    title: 'The folder holds no published file of tax regimes',
    fix: 'Name the folder with Lucro Real.zip, Lucro Presumido.zip, Lucro Arbitrado.zip and Imunes e Isentas.zip.',
  },
  tax_file_unreadable: {
    kind: 'invalid',
    title: 'A file of tax regimes cannot be read',
    fix: 'Read the detail. Download the named file again; the earlier import stays in service.',
  },
  tax_rollback_impossible: {
    kind: 'conflict',
    title: 'The database holds no earlier import of tax regimes',
    fix: 'Import the earlier files again.',
  },
  registry_selection_invalid: {
    kind: 'invalid',
    title: 'The part of the registry to import is not valid',
    fix: 'Use uf= with two-letter states, or a file with one CNPJ on each line.',
  },
} as const satisfies ErrorCatalogue;

/** An error of this domain, with one of the codes above. */
export class RegistryError extends AppError {
  constructor(code: keyof typeof registryErrorCatalogue, options?: AppErrorOptions) {
    super(code, registryErrorCatalogue[code], options);
  }
}
