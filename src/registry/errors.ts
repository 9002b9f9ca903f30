import { type ErrorCatalogue, errorsOf } from '../platform/errors.ts';

/** Every code of the registry of companies. */
export const registryErrorCatalogue = {
  registry_not_imported: {
    kind: 'unavailable',
    title: 'The registry of companies has not been imported yet',
    fix: 'Operators: run `confere registry import --from DIR` with the archives of a month.',
  },
  registry_files_missing: {
    kind: 'invalid',
    title: 'The folder contains no registry archives',
    fix: 'Name the folder with the published zip files of one month, or with the unzipped files.',
  },
  registry_layout_changed: {
    kind: 'invalid',
    title: 'A file of the registry has other columns than expected',
    fix: 'Check that the file is complete. A new layout needs a newer version of this service.',
  },
  registry_months_differ: {
    kind: 'invalid',
    title: 'The archives belong to several months',
    fix: 'Put the archives of each month into a separate folder.',
  },
  registry_archive_broken: {
    kind: 'invalid',
    title: 'An archive of the registry is damaged',
    fix: 'Download the file again: its size or checksum is wrong.',
  },
  registry_disk_full: {
    kind: 'unavailable',
    title: 'There is not enough disk space for another month of the registry',
    fix: 'Free space, run `confere registry prune`, or import a part of the country with --only.',
  },
  registry_import_running: {
    kind: 'conflict',
    title: 'An import of the registry is already running',
    fix: 'Wait until it ends. `confere registry status` shows its progress.',
  },
  registry_import_interrupted: {
    kind: 'unavailable',
    title: 'The import of the registry was interrupted',
    fix: 'The month in service is unchanged. Run the import again. It starts from the first file.',
  },
  registry_checks_failed: {
    kind: 'invalid',
    title: 'The imported month failed its checks and is not in service',
    fix: 'Read which checks failed. If the month is right, import it again with --force.',
  },
  registry_no_previous_generation: {
    kind: 'not-found',
    title: 'There is no earlier import of the registry',
    fix: 'Import the month that you want.',
  },
  registry_share_unreachable: {
    kind: 'unavailable',
    title: 'The share with the open data does not answer',
    fix: 'Try again later. If the share has moved, set REGISTRY_SHARE_URL. An import from a folder needs no share.',
  },
  registry_share_unreadable: {
    kind: 'unavailable',
    title: 'The share with the open data has an unexpected form',
    fix: 'Set REGISTRY_SHARE_URL to the WebDAV address of the folder with the months.',
  },
  registry_month_not_published: {
    kind: 'not-found',
    title: 'The month is not on the share',
    fix: 'Name a month from `confere registry download --list`.',
  },
  registry_download_no_room: {
    kind: 'unavailable',
    title: 'There is not enough disk space for the archives',
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
    fix: 'Run the command again to resume.',
  },
  registry_generation_unknown: {
    kind: 'not-found',
    title: 'There is no such import of the registry',
    fix: 'Use a number from `confere registry status`.',
  },
  tax_files_missing: {
    kind: 'not-found',
    title: 'The folder contains no published file of tax regimes',
    fix: 'Name the folder with Lucro Real.zip, Lucro Presumido.zip, Lucro Arbitrado.zip and Imunes e Isentas.zip.',
  },
  tax_file_unreadable: {
    kind: 'invalid',
    title: 'A file of tax regimes cannot be read',
    fix: 'Read the detail. Download the named file again. The earlier import stays in service.',
  },
  tax_rollback_impossible: {
    kind: 'conflict',
    title: 'The database holds no earlier import of tax regimes',
    fix: 'Import the earlier files again.',
  },
  registry_selection_invalid: {
    kind: 'invalid',
    title: 'The selected part of the registry is not valid',
    fix: 'Use uf= with two-letter states, or a file with one CNPJ on each line.',
  },
} as const satisfies ErrorCatalogue;

/** An error of this domain, with one of the codes above. */
export class RegistryError extends errorsOf(registryErrorCatalogue) {}
