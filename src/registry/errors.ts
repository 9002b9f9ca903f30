import { define, errorsOf } from '../platform/errors.ts';

/** Every code of the registry of companies. */
export const registryErrorCatalogue = {
  registry_not_imported: define.unavailable(
    'The registry of companies has not been imported yet',
    'Operators: run `confere registry import --from DIR` with the archives of a month.',
  ),
  registry_files_missing: define.invalid(
    'The folder contains no registry archives',
    'Name the folder with the published zip files of one month, or with the unzipped files.',
  ),
  registry_parts_missing: define.invalid(
    'Archives of the month are missing',
    'Download the named archives. To import the month without them, use --force.',
  ),
  registry_layout_changed: define.invalid(
    'A file of the registry has other columns than expected',
    'Check that the file is complete. A new layout needs a newer version of this service.',
  ),
  registry_months_differ: define.invalid(
    'The archives belong to several months',
    'Put the archives of each month into a separate folder.',
  ),
  registry_month_future: define.invalid(
    'The given month of the registry has not come yet',
    'Give the month that the archives are of.',
  ),
  registry_month_older: define.conflict(
    'The month is older than the one in service',
    'Import a newer month. To go back, use `confere registry rollback`, or import the month with --force.',
  ),
  registry_archive_broken: define.invalid(
    'An archive of the registry is damaged or incomplete',
    'Download the file again: its size or checksum is wrong, or its download has not ended.',
  ),
  registry_disk_full: define.unavailable(
    'There is not enough disk space for another month of the registry',
    'Free space, run `confere registry prune`, or import a part of the country with --only.',
  ),
  registry_import_running: define.conflict(
    'An import of the registry is already running',
    'Wait until it ends. Then try again.',
  ),
  registry_import_interrupted: define.unavailable(
    'The import of the registry was interrupted',
    'The month in service is unchanged. Run the import again. It starts from the first file.',
  ),
  registry_checks_failed: define.invalid(
    'The imported month failed its checks and is not in service',
    'Read which checks failed. If the month is right, import it again with --force.',
  ),
  registry_no_previous_generation: define.notFound(
    'There is no earlier import of the registry',
    'Import the month that you want.',
  ),
  registry_share_unreachable: define.unavailable(
    'The share with the open data does not answer',
    'Try again later. If the share has moved, set REGISTRY_SHARE_URL. An import from a folder needs no share.',
  ),
  registry_share_unreadable: define.unavailable(
    'The share with the open data has an unexpected form',
    'Set REGISTRY_SHARE_URL to the WebDAV address of the folder with the months.',
  ),
  registry_month_not_published: define.notFound(
    'The month is not on the share',
    'Name a month from `confere registry download --list`.',
  ),
  registry_download_no_room: define.unavailable(
    'There is not enough disk space for the archives',
    'Free space, or download into another folder.',
  ),
  registry_download_failed: define.unavailable(
    'Some archives could not be downloaded',
    'Run the command again: it keeps the finished archives and resumes.',
  ),
  registry_download_interrupted: define.unavailable(
    'The download of the registry was interrupted',
    'Run the command again to resume.',
  ),
  registry_generation_unknown: define.notFound(
    'There is no such import of the registry',
    'Use a number from `confere registry status`.',
  ),
  tax_files_missing: define.notFound(
    'The folder contains no published file of tax regimes',
    'Name the folder with Lucro Real.zip, Lucro Presumido.zip, Lucro Arbitrado.zip and Imunes e Isentas.zip.',
  ),
  tax_file_unreadable: define.invalid(
    'A file of tax regimes cannot be read',
    'Read the detail. Download the named file again. The earlier import stays in service.',
  ),
  tax_rollback_impossible: define.conflict(
    'The database holds no earlier import of tax regimes',
    'Import the earlier files again.',
  ),
  registry_selection_invalid: define.invalid(
    'The selected part of the registry is not valid',
    'Use uf= with two-letter states, or a file with one CNPJ on each line.',
  ),
};

/** An error of this domain, with one of the codes above. */
export class RegistryError extends errorsOf(registryErrorCatalogue) {}
