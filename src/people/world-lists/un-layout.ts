import type { BirthSpan } from '../list-entry.ts';
import { joinSpans, readIsoDay, readWordedSpan, spanOf, widen } from './birth-spans.ts';
import type { XmlLayout } from './create-xml-list-reader.ts';
import { childrenOf, textOf, type XmlNode } from './read-xml-records.ts';

/** The consolidated list of the United Nations Security Council. */
export const unLayout: XmlLayout = {
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
        ...childrenOf(node, 'INDIVIDUAL_DATE_OF_BIRTH').map(readBirthDate),
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

function readBirthDate(node: XmlNode): BirthSpan | undefined {
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
