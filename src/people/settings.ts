import Type from 'typebox';
import { group, integer, text } from '../platform/config/variables.ts';

const people = group('People and their sources', {
  pepGraceYears: Type.Optional(
    integer({
      variable: 'PEP_GRACE_YEARS',
      whenUnset: 'the years that the list names, else 5',
      minimum: 0,
      maximum: 50,
      description:
        'Years after the end of a position during which its holder still counts as politically exposed.',
    }),
  ),
  providersFile: Type.Optional(
    text<string>('text', {
      variable: 'SOURCE_PROVIDERS_FILE',
      whenUnset: 'no HTTP provider',
      description: 'JSON file that describes the HTTP providers of person and company data.',
    }),
  ),
  fetchAllow: text<readonly string[]>('host-list', {
    variable: 'SOURCE_FETCH_ALLOW',
    default: '',
    description:
      'Hosts and address ranges of HTTP providers that may be private, use plain http or use a port other than 443. All other private addresses are refused.',
  }),
});

/** The settings of this domain. */
export const peopleSettings = { people };
