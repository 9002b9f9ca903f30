import { group, integer, text } from '../platform/config/variables.ts';
import { listNames } from './list-entry.ts';

/** Sources beside lists whose data have an age. */
const datedSources: readonly string[] = [...listNames, 'data_sets', 'registry', 'tax_regimes'];

const properties = {
  pepGraceYears: integer({
    variable: 'PEP_GRACE_YEARS',
    whenUnset: 'the years that the list names, else 5',
    minimum: 0,
    maximum: 50,
    description:
      'Years after the end of a position during which its holder still counts as politically exposed.',
  }),
  providersFile: text('text', {
    variable: 'SOURCE_PROVIDERS_FILE',
    whenUnset: 'no HTTP provider',
    description: 'JSON file that describes the HTTP providers of person and company data.',
  }),
  fetchAllow: text('host-list', {
    variable: 'SOURCE_FETCH_ALLOW',
    default: '',
    description:
      'Hosts and address ranges of HTTP providers and of mirrors of lists that may be private, use plain http or use a port other than 443. All other private addresses are refused.',
  }),
  maxAgeDays: text('name-map', {
    variable: 'SOURCE_MAX_AGE_DAYS',
    default: '',
    description:
      'Days after which the data of a source count as old, where they are not the usual ones: pairs such as `un=3,pep=90`. Names are those of `GET /v1/sources`.',
  }),
};

const people = group('People and their sources', properties, ({ maxAgeDays = [] }) =>
  maxAgeDays.flatMap(([name, days]) =>
    datedSources.includes(name) && /^[1-9]\d{0,3}$/.test(days)
      ? []
      : [{ path: 'maxAgeDays', message: `${name} is no source with a date, or its days are not 1 to 9999` }],
  ),
);

export const peopleSettings = { people };
