import { AppError, type AppErrorOptions, type ErrorCatalogue } from '../platform/errors.ts';

/** Every code of people and of the sources about them. */
export const peopleErrorCatalogue = {
  person_id_invalid: {
    kind: 'invalid',
    title: 'The identifier is neither a CPF nor the id of a person',
    fix: 'Use eleven digits with valid check digits, or an id that begins with per_.',
  },
  people_file_unreadable: {
    kind: 'invalid',
    title: 'The file cannot be read',
    fix: 'Name a file that exists and that the service may read; a CSV needs its header as the first row.',
  },
  people_mapping_invalid: {
    kind: 'invalid',
    title: 'The mapping does not say which columns hold what',
    fix: 'Give a mapping file with a column for cpf and for at least one other field; see docs/guides/person-sources.md.',
  },
  list_layout_unknown: {
    kind: 'invalid',
    title: 'The file is not the public list it was named as',
    fix: 'Name the list that the file is of, and take the CSV as it is published, with its header.',
  },
  source_providers_invalid: {
    kind: 'invalid',
    title: 'The file of HTTP providers cannot be used',
    fix: 'Mend what is named in the file of SOURCE_PROVIDERS_FILE; see docs/guides/person-sources.md.',
  },
  people_import_running: {
    kind: 'conflict',
    title: 'An import of people or of a public list is already running',
    fix: 'Wait until it has ended; `confere sources status` shows it.',
  },
  people_import_unknown: {
    kind: 'not-found',
    title: 'There is no such import',
    fix: 'Take a number that `confere sources status` shows.',
  },
  people_import_empty: {
    kind: 'invalid',
    title: 'No row of the file could be imported',
    fix: 'Look at the reasons in `confere people quarantine`; encoding, delimiter and mapping are the usual ones.',
  },
  people_import_interrupted: {
    kind: 'unavailable',
    title: 'The import was interrupted',
    fix: 'What was imported before has stayed. Run the import again.',
  },
} satisfies ErrorCatalogue;

export type PeopleErrorCode = keyof typeof peopleErrorCatalogue;

/** An error of this domain, with one of the codes above. */
export class PeopleError extends AppError {
  constructor(code: PeopleErrorCode, options?: AppErrorOptions) {
    super(code, peopleErrorCatalogue[code], options);
  }
}
