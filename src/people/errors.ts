import { type ErrorCatalogue, errorsOf } from '../platform/errors.ts';

/** Every code of people and of the sources about them. */
export const peopleErrorCatalogue = {
  people_file_unreadable: {
    kind: 'invalid',
    title: 'The file cannot be read',
    fix: 'Name an existing file that the service can read. A CSV file needs a header as its first row.',
  },
  people_mapping_invalid: {
    kind: 'invalid',
    title: 'The mapping does not name the columns',
    fix: 'Use a mapping file with a column for cpf and a column for another field. See docs/guides/person-sources.md.',
  },
  list_layout_unknown: {
    kind: 'invalid',
    title: 'The file is not the named public list',
    fix: 'Name the list of this file. Use the published file unchanged.',
  },
  list_incomplete: {
    kind: 'invalid',
    title: 'The file of the list is incomplete',
    fix: 'Download the file again with `confere sources download`. Then import it.',
  },
  list_download_failed: {
    kind: 'unavailable',
    title: 'The list could not be downloaded',
    fix: 'Read the detail. Run the command again to resume, name a mirror with --url, or download the file with a browser.',
  },
  list_shrunk: {
    kind: 'conflict',
    title: 'The file has far fewer entries than the list in service',
    fix: 'Check that the file is complete and belongs to this list. Then import it with --force.',
  },
  list_older: {
    kind: 'conflict',
    title: 'The file is older than the list in service',
    fix: 'Import a newer file. To go back, use `confere sources rollback`, or import the file with --force.',
  },
  list_rollback_impossible: {
    kind: 'conflict',
    title: 'The database holds no earlier import of the list',
    fix: 'Import the earlier file again.',
  },
  source_providers_invalid: {
    kind: 'local',
    title: 'The file of HTTP providers is not valid',
    fix: 'Correct the named problem in the file of SOURCE_PROVIDERS_FILE. See docs/guides/http-providers.md.',
  },
  source_provider_unknown: {
    kind: 'not-found',
    title: 'No provider of that name is described',
    fix: 'Use a name that `confere providers list` shows.',
  },
  people_import_running: {
    kind: 'conflict',
    title: 'An import of people or of a public list is already running',
    fix: 'Wait until it ends. `confere sources status` shows its progress.',
  },
  people_rollback_impossible: {
    kind: 'conflict',
    title: 'What the last import of people replaced is no longer there',
    fix: 'Import the earlier file again. An import of people can be taken back once, within a week and before the next one.',
  },
  people_import_unknown: {
    kind: 'not-found',
    title: 'There is no such import',
    fix: 'Use a number from `confere sources status`.',
  },
  people_import_empty: {
    kind: 'invalid',
    title: 'No row of the file could be imported',
    fix: 'Read the reasons in `confere people refused-rows`. Common causes are encoding, delimiter and mapping.',
  },
  people_import_interrupted: {
    kind: 'unavailable',
    title: 'The import was interrupted',
    fix: 'Earlier imports are unchanged. Run the import again.',
  },
} satisfies ErrorCatalogue;

export class PeopleError extends errorsOf(peopleErrorCatalogue) {}
