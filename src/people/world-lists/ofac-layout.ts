import type { WorldListing } from '../list-entry.ts';
import { cleanDate } from '../rows/clean-value.ts';
import { readWordedSpan } from './birth-spans.ts';
import type { XmlLayout } from './create-xml-list-reader.ts';
import { childrenOf, textOf, type XmlNode } from './read-xml-records.ts';

const kinds: Readonly<Record<string, WorldListing['kind']>> = {
  individual: 'person',
  vessel: 'vessel',
  aircraft: 'aircraft',
};

/**
 * The lists of the Office of Foreign Assets Control, `SDN.XML` and `CONSOLIDATED.XML`, which share their layout. A
 * file with the name of the other list is refused.
 */
export const ofacLayout = (otherName: RegExp): XmlLayout => ({
  root: 'sdnList',
  entries: new Set(['sdnEntry']),
  expected: ['uid', 'firstName', 'lastName', 'sdnType', 'category', 'dateOfBirth'],
  // The element is misspelt as it is published.
  head: 'publshInformation',
  readHead(node) {
    const published = cleanDate(textOf(node, 'Publish_Date') ?? '', 'MM/DD/YYYY');
    const count = textOf(node, 'Record_Count');
    return {
      listDate: 'value' in published ? published.value : undefined,
      entryCount: count !== undefined && /^\d{1,9}$/.test(count) ? Number(count) : undefined,
    };
  },
  refuseName: (name) =>
    otherName.test(name) ? 'The name of the file is that of the other list of OFAC.' : undefined,
  read(node) {
    const within = (list: string, item: string) =>
      childrenOf(node, list).flatMap((each) => childrenOf(each, item));
    const countries = [
      ...within('nationalityList', 'nationality'),
      ...within('citizenshipList', 'citizenship'),
      ...within('addressList', 'address'),
    ];
    return {
      id: textOf(node, 'uid'),
      kind: kinds[textOf(node, 'sdnType')?.toLowerCase() ?? ''] ?? 'company',
      names: [
        { name: nameOf(node), isWeak: false },
        ...within('akaList', 'aka').map((aka) => ({
          name: nameOf(aka),
          isWeak: textOf(aka, 'category')?.toLowerCase() === 'weak',
        })),
      ],
      birthDates: within('dateOfBirthList', 'dateOfBirthItem').map((each) =>
        readWordedSpan(textOf(each, 'dateOfBirth')),
      ),
      countries: countries.map((each) => textOf(each, 'country')),
      // A gender is told as a document.
      documents: within('idList', 'id')
        .filter((id) => textOf(id, 'idType')?.toLowerCase() !== 'gender')
        .map((id) => ({
          type: textOf(id, 'idType'),
          number: textOf(id, 'idNumber'),
          country: textOf(id, 'idCountry'),
        })),
      programmes: within('programList', 'program').map(({ text }) => text),
      listedOn: undefined,
    };
  },
});

function nameOf(node: XmlNode): string | undefined {
  const name = [textOf(node, 'firstName'), textOf(node, 'lastName')].filter((part) => part !== undefined);
  return name.length === 0 ? undefined : name.join(' ');
}
