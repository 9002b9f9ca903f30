import Type from 'typebox';
import { group, integer, text } from '../platform/config/variables.ts';

export const people = group('People and their sources', {
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

/** The settings of this domain. */
export const peopleSettings = { people };
