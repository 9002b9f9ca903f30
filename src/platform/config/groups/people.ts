import Type from 'typebox';
import { group, integer, text } from '../variables.ts';

export const people = group('People and their sources', {
  importMaxRowBytes: integer({
    variable: 'PEOPLE_IMPORT_MAX_ROW_BYTES',
    default: 65_536,
    minimum: 1_024,
    maximum: 16_000_000,
    description: 'Longest row of a data set or public list, in bytes. Longer ones are put aside unread.',
  }),
  importQuarantineRows: integer({
    variable: 'PEOPLE_IMPORT_QUARANTINE_ROWS',
    default: 10_000,
    minimum: 0,
    maximum: 10_000_000,
    description:
      'Rows put aside by one import of people or of a public list that are kept to be looked at, with line and reason. All are counted.',
  }),
  pepGraceYears: Type.Optional(
    integer({
      variable: 'PEP_GRACE_YEARS',
      whenUnset: 'as the list says, and 5 years where it says nothing',
      minimum: 0,
      maximum: 50,
      description:
        'Years after the end of a position during which its holder still counts as politically exposed.',
    }),
  ),
  providersFile: Type.Optional(
    text<string>('text', {
      variable: 'SOURCE_PROVIDERS_FILE',
      whenUnset: 'no HTTP provider is asked',
      description: 'JSON file that describes the HTTP providers of person and company data.',
    }),
  ),
  fetchAllow: text<readonly string[]>('host-list', {
    variable: 'SOURCE_FETCH_ALLOW',
    default: '',
    description:
      'Hosts and ranges that HTTP providers may be reached at although they are private, use plain http or another port than 443.',
  }),
});
