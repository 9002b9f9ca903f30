import type { BirthSpan, ListReader, WorldListing, WorldListName } from '../list-entry.ts';
import { dayOf } from '../rows/clean-value.ts';
import { joinSpans, readIsoDay, readWordedSpan, spanOf, widen } from './birth-spans.ts';
import { createXmlListReader, type XmlLayout } from './create-xml-list-reader.ts';
import { createUkReader } from './read-uk.ts';
import { childrenOf, textOf, type XmlNode } from './read-xml-records.ts';

/** A reader of an international sanctions list. Rejects with `list_layout_unknown` and `list_incomplete`. */
export function createWorldListReader(list: WorldListName): ListReader {
  switch (list) {
    case 'un':
      return createXmlListReader(unLayout);
    case 'ofac_sdn':
      return createXmlListReader(ofacLayout(/cons/i));
    case 'ofac_consolidated':
      return createXmlListReader(ofacLayout(/sdn/i));
    case 'eu':
      return createXmlListReader(euLayout);
    case 'uk':
      return createUkReader();
  }
}

/** The consolidated list of financial sanctions of the European Union, `xmlFullSanctionsList_1_1`. */
const euLayout: XmlLayout = {
  root: 'export',
  entries: new Set(['sanctionEntity']),
  expected: ['subjectType', 'nameAlias', 'wholeName', 'strong', 'birthdate'],
  readHead: ({ attributes }) => ({ listDate: readIsoDay(attributes.generationDate) }),
  read(node) {
    const { attributes } = node;
    const seats = childrenOf(node, 'address');
    return {
      id: attributes.euReferenceNumber || attributes.logicalId,
      kind: childrenOf(node, 'subjectType').some((type) => type.attributes.code === 'person')
        ? 'person'
        : 'company',
      names: childrenOf(node, 'nameAlias').map((alias) => ({ name: nameOf(alias), isWeak: isWeak(alias) })),
      birthDates: childrenOf(node, 'birthdate').map(readBirthDate),
      countries: [...childrenOf(node, 'citizenship'), ...seats].map(countryOf),
      documents: childrenOf(node, 'identification').map((each) => ({
        type: each.attributes.identificationTypeCode,
        number: each.attributes.latinNumber || each.attributes.number,
        country: countryOf(each),
      })),
      programmes: [
        ...childrenOf(node, 'regulation').map((regulation) => regulation.attributes.programme),
        attributes.unitedNationId,
      ],
      listedOn: readIsoDay(attributes.designationDate),
    };
  },
};

function nameOf({ attributes }: XmlNode): string | undefined {
  if (attributes.wholeName) return attributes.wholeName;
  const parts = [attributes.firstName, attributes.middleName, attributes.lastName].filter(Boolean);
  return parts.length === 0 ? undefined : parts.join(' ');
}

function isWeak(alias: XmlNode): boolean {
  return alias.attributes.strong === 'false' || /\blow? quality/i.test(textOf(alias, 'remark') ?? '');
}

function countryOf({ attributes }: XmlNode): string | undefined {
  const { countryIso2Code: code, countryDescription } = attributes;
  return code !== undefined && /^[A-Z]{2}$/i.test(code) ? code : countryDescription;
}

function readBirthDate({ attributes }: XmlNode): BirthSpan | undefined {
  const number = (text: string | undefined) => (Number(text) > 0 ? Number(text) : undefined);
  const day = readIsoDay(attributes.birthdate);
  const year = number(attributes.year);
  const month = number(attributes.month ?? attributes.monthOfYear);
  const range = joinSpans(spanOf(Number(attributes.yearRangeFrom)), spanOf(Number(attributes.yearRangeTo)));
  const told =
    year === undefined
      ? range
      : spanOf(
          year,
          month,
          month === undefined ? undefined : number(attributes.day ?? attributes.dayOfMonth),
        );
  const span = day === undefined ? told : { from: day, to: day };
  return span !== undefined && attributes.circa === 'true' ? widen(span) : span;
}

/** The consolidated list of the United Nations Security Council. */
const unLayout: XmlLayout = {
  root: 'CONSOLIDATED_LIST',
  entries: new Set(['INDIVIDUAL', 'ENTITY']),
  expected: ['DATAID', 'FIRST_NAME', 'SECOND_NAME', 'QUALITY', 'ALIAS_NAME', 'INDIVIDUAL_DATE_OF_BIRTH'],
  readHead: ({ attributes }) => ({ listDate: readIsoDay(attributes.dateGenerated) }),
  read(node) {
    const isPerson = node.name === 'INDIVIDUAL';
    const parts = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'];
    const name = parts.flatMap((part) => textOf(node, part) ?? []).join(' ');
    const aliases = childrenOf(node, isPerson ? 'INDIVIDUAL_ALIAS' : 'ENTITY_ALIAS');
    return {
      id: textOf(node, 'DATAID'),
      kind: isPerson ? 'person' : 'company',
      names: [
        { name, isWeak: false },
        { name: textOf(node, 'NAME_ORIGINAL_SCRIPT'), isWeak: false },
        ...aliases.flatMap((alias) => {
          const isWeak = textOf(alias, 'QUALITY')?.toLowerCase() === 'low';
          const written = textOf(alias, 'ALIAS_NAME')?.split('; ') ?? [];
          return written.map((each) => ({ name: each, isWeak }));
        }),
      ],
      birthDates: [
        ...childrenOf(node, 'INDIVIDUAL_DATE_OF_BIRTH').map(readUnBirthDate),
        ...aliases.map((alias) => {
          const text = textOf(alias, 'DATE_OF_BIRTH');
          const day = readIsoDay(text);
          return day === undefined ? readWordedSpan(text) : { from: day, to: day };
        }),
      ],
      countries: childrenOf(node, 'NATIONALITY').flatMap((each) =>
        childrenOf(each, 'VALUE').map(({ text }) => text),
      ),
      documents: childrenOf(node, 'INDIVIDUAL_DOCUMENT').map((each) => ({
        type: textOf(each, 'TYPE_OF_DOCUMENT'),
        number: textOf(each, 'NUMBER'),
        country: textOf(each, 'COUNTRY_OF_ISSUE') ?? textOf(each, 'ISSUING_COUNTRY'),
      })),
      programmes: [textOf(node, 'UN_LIST_TYPE'), textOf(node, 'REFERENCE_NUMBER')],
      listedOn: readIsoDay(textOf(node, 'LISTED_ON')),
    };
  },
};

function readUnBirthDate(node: XmlNode): BirthSpan | undefined {
  const type = textOf(node, 'TYPE_OF_DATE')?.toUpperCase();
  const day = readIsoDay(textOf(node, 'DATE'));
  const year = (name: string) => {
    const text = textOf(node, name);
    return text === undefined ? undefined : spanOf(Number(text));
  };
  const between = joinSpans(year('FROM_YEAR'), year('TO_YEAR'));
  const span = day === undefined ? (year('YEAR') ?? between) : { from: day, to: day };
  return span !== undefined && type === 'APPROXIMATELY' ? widen(span) : span;
}

const kinds: Readonly<Record<string, WorldListing['kind']>> = {
  individual: 'person',
  vessel: 'vessel',
  aircraft: 'aircraft',
};

/**
 * The lists of the Office of Foreign Assets Control, `SDN.XML` and `CONSOLIDATED.XML`, which share their layout. A
 * file with the name of the other list is refused.
 */
const ofacLayout = (otherName: RegExp): XmlLayout => ({
  root: 'sdnList',
  entries: new Set(['sdnEntry']),
  expected: ['uid', 'firstName', 'lastName', 'sdnType', 'category', 'dateOfBirth'],
  // The element is misspelt as it is published.
  head: 'publshInformation',
  readHead(node) {
    const count = textOf(node, 'Record_Count');
    return {
      listDate: dayOf(textOf(node, 'Publish_Date'), 'MM/DD/YYYY'),
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
        { name: ofacNameOf(node), isWeak: false },
        ...within('akaList', 'aka').map((aka) => ({
          name: ofacNameOf(aka),
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

function ofacNameOf(node: XmlNode): string | undefined {
  const name = [textOf(node, 'firstName'), textOf(node, 'lastName')].filter((part) => part !== undefined);
  return name.length === 0 ? undefined : name.join(' ');
}
