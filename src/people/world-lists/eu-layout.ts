import type { BirthSpan } from '../list-entry.ts';
import { joinSpans, readIsoDay, spanOf, widen } from './birth-spans.ts';
import type { XmlLayout } from './create-xml-list-reader.ts';
import { childrenOf, textOf, type XmlNode } from './read-xml-records.ts';

/** The consolidated list of financial sanctions of the European Union, `xmlFullSanctionsList_1_1`. */
export const euLayout: XmlLayout = {
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
