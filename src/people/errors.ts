import { define, errorsOf } from '../platform/errors.ts';

/** Every code of people and of the sources about them. */
export const peopleErrorCatalogue = {
  people_file_unreadable: define.invalid(
    'The file cannot be read',
    'Name an existing file that the service can read. A CSV file needs a header as its first row.',
  ),
  people_mapping_invalid: define.invalid(
    'The mapping does not name the columns',
    'Use a mapping file with a column for cpf and a column for another field. See docs/guides/person-sources.md.',
  ),
  list_layout_unknown: define.invalid(
    'The file is not the named public list',
    'Name the list of this file. Use the published file unchanged.',
  ),
  list_incomplete: define.invalid(
    'The file of the list is incomplete',
    'Download the file again. Then import it.',
  ),
  list_download_failed: define.unavailable(
    'The list could not be downloaded',
    'Read the detail. Run the command again to resume, name a mirror with --url, or download the file with a browser.',
  ),
  list_shrunk: define.conflict(
    'The file has far fewer entries than the list in service',
    'Check that the file is complete and belongs to this list. Then import it with --force.',
  ),
  list_date_future: define.invalid(
    'The given day of the list has not come yet',
    'Give the day that the list is of.',
  ),
  list_older: define.conflict(
    'The file is older than the list in service',
    'Import a newer file. To go back, use `confere sources rollback`, or import the file with --force.',
  ),
  list_rollback_impossible: define.conflict(
    'The database holds no earlier import of the list',
    'Import the earlier file again.',
  ),
  source_providers_invalid: define.local(
    'The file of HTTP providers is not valid',
    'Correct the named problem in the file of SOURCE_PROVIDERS_FILE. See docs/guides/http-providers.md.',
  ),
  source_provider_unknown: define.notFound(
    'No provider of that name is described',
    'Use a name that `confere providers list` shows.',
  ),
  people_import_running: define.conflict(
    'An import of people or of a public list is already running',
    'Wait until it ends. Then try again.',
  ),
  people_rollback_impossible: define.conflict(
    'What the last import of people replaced is no longer there',
    'Import the earlier file again. An import of people can be taken back once, within a week and before the next one.',
  ),
  people_import_unknown: define.notFound(
    'There is no such import',
    'Use a number from `confere sources status`.',
  ),
  people_import_empty: define.invalid(
    'No row of the file could be imported',
    'Read the reasons in `confere people refused-rows`, or `confere sources refused-rows` for a list. Common causes are encoding, delimiter and mapping.',
  ),
  people_import_interrupted: define.unavailable(
    'The import was interrupted',
    'Earlier imports are unchanged. Run the import again.',
  ),
};

export class PeopleError extends errorsOf(peopleErrorCatalogue) {}
