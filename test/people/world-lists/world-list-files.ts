import type { ListedAlias, ListedDocument } from '../../../src/people/list-entry.ts';

/** Files in the layouts that international lists are published in, with their quirks, of made-up people. */

/** An entry to be written. Birth dates are `YYYY-MM-DD`, `YYYY`, `YYYY-YYYY` or `~YYYY`. */
export type DrawnEntry = {
  readonly id: string;
  readonly kind?: 'person' | 'company' | 'vessel';
  /** The words of the name; the last one of a person is the family name. */
  readonly name: readonly string[];
  /** With the birth date that only the United Nations write beside an alias. */
  readonly aliases?: readonly (ListedAlias & { readonly birth?: string })[];
  readonly originalScript?: string;
  readonly births?: readonly string[];
  readonly countries?: readonly string[];
  readonly documents?: readonly ListedDocument[];
  readonly programme?: string;
  readonly listedOn?: string;
};

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const element = (name: string, content: string | undefined) =>
  content === undefined || content === '' ? `<${name}/>` : `<${name}>${content}</${name}>`;
const text = (name: string, content: string | undefined) => element(name, content && escapeXml(content));

/** `consolidated.xml` of the United Nations: empty elements, aliases in one text, dates with a zone. */
export function unFile(entries: readonly DrawnEntry[], dateGenerated = '2026-10-03T23:00:03.428Z'): string {
  const write = (entry: DrawnEntry) => {
    const kind = entry.kind === 'company' ? 'ENTITY' : 'INDIVIDUAL';
    const parts = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'];
    const name =
      kind === 'ENTITY'
        ? text('FIRST_NAME', entry.name.join(' '))
        : parts
            .map((part, at) => text(part, at === 3 ? entry.name.slice(3).join(' ') : entry.name[at]))
            .join('');
    const listed = entry.aliases ?? [];
    const plain = listed
      .filter(({ birth, isWeak }) => birth === undefined && !isWeak)
      .map(({ name: one }) => one);
    const alias = (quality: string, names: string, birth?: string) =>
      element(
        `${kind}_ALIAS`,
        text('QUALITY', quality) + text('ALIAS_NAME', names) + text('DATE_OF_BIRTH', birth),
      );
    const aliases =
      alias('Good', plain.join('; ')) +
      listed
        .filter(({ birth, isWeak }) => birth !== undefined || isWeak)
        .map((each) => alias(each.isWeak ? 'Low' : 'Good', each.name, each.birth))
        .join('') +
      alias('', '');
    const births = (entry.births ?? []).map((birth) => {
      if (birth.startsWith('~')) return text('TYPE_OF_DATE', 'APPROXIMATELY') + text('YEAR', birth.slice(1));
      if (/^\d{4}-\d{4}$/.test(birth)) {
        const [from, to] = birth.split('-');
        return text('TYPE_OF_DATE', 'BETWEEN') + text('FROM_YEAR', from) + text('TO_YEAR', to);
      }
      return (
        text('TYPE_OF_DATE', 'EXACT') +
        (birth.length === 4 ? text('YEAR', birth) : text('DATE', `${birth}-05:00`))
      );
    });
    return element(
      kind,
      text('DATAID', entry.id) +
        name +
        text('UN_LIST_TYPE', entry.programme ?? 'DRC') +
        text('REFERENCE_NUMBER', `CDi.${entry.id}`) +
        text('LISTED_ON', entry.listedOn) +
        text('NAME_ORIGINAL_SCRIPT', entry.originalScript) +
        element('NATIONALITY', (entry.countries ?? []).map((country) => text('VALUE', country)).join('')) +
        element('LAST_DAY_UPDATED', text('VALUE', '2024-02-20')) +
        aliases +
        births.map((birth) => element('INDIVIDUAL_DATE_OF_BIRTH', birth)).join('') +
        (entry.documents ?? [])
          .map(({ type, number, country }) =>
            element(
              'INDIVIDUAL_DOCUMENT',
              text('TYPE_OF_DOCUMENT', type) + text('NUMBER', number) + text('ISSUING_COUNTRY', country),
            ),
          )
          .join('') +
        element('INDIVIDUAL_DOCUMENT', undefined),
    );
  };
  const of = (kind: string) => entries.filter((entry) => (entry.kind === 'company') === (kind === 'company'));
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<CONSOLIDATED_LIST dateGenerated="${dateGenerated}">
 ${element('INDIVIDUALS', of('person').map(write).join('\n'))}
 ${element('ENTITIES', of('company').map(write).join('\n'))}
</CONSOLIDATED_LIST>
`;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `SDN.XML` of OFAC: a namespace, a misspelt element, names of people in two parts, genders as documents. */
export function ofacFile(entries: readonly DrawnEntry[], recordCount = entries.length): string {
  const born = (birth: string) => {
    if (birth.startsWith('~')) return `circa ${birth.slice(1)}`;
    if (/^\d{4}-\d{4}$/.test(birth)) return birth.replace('-', ' to ');
    const [year, month, day] = birth.split('-');
    return [day, month && months[Number(month) - 1], year].filter(Boolean).join(' ');
  };
  const write = (entry: DrawnEntry) => {
    const isPerson = entry.kind === undefined || entry.kind === 'person';
    const name = isPerson
      ? text('firstName', entry.name.slice(0, -1).join(' ')) + text('lastName', entry.name.at(-1))
      : text('lastName', entry.name.join(' '));
    const type = isPerson ? 'Individual' : entry.kind === 'vessel' ? 'Vessel' : 'Entity';
    const aliases = (entry.aliases ?? []).map(({ name: alias, isWeak }) =>
      element(
        'aka',
        text('uid', '7') +
          text('type', 'a.k.a.') +
          text('category', isWeak ? 'weak' : 'strong') +
          text('lastName', alias),
      ),
    );
    const nameless = element('aka', text('uid', '8') + text('type', 'a.k.a.') + text('category', 'strong'));
    return element(
      'sdnEntry',
      text('uid', entry.id) +
        name +
        text('sdnType', type) +
        text('remarks', '(Linked To: SOMEBODY)') +
        element('programList', text('program', entry.programme ?? 'SDGT')) +
        element(
          'idList',
          (entry.documents ?? [])
            .map(({ type: idType, number, country }) =>
              element('id', text('idType', idType) + text('idNumber', number) + text('idCountry', country)),
            )
            .join('') + element('id', text('idType', 'Gender') + text('idNumber', 'Male')),
        ) +
        element('akaList', aliases.join('') + nameless) +
        element(
          'nationalityList',
          (entry.countries ?? []).map((country) => element('nationality', text('country', country))).join(''),
        ) +
        element(
          'dateOfBirthList',
          (entry.births ?? [])
            .map((birth) =>
              element('dateOfBirthItem', text('dateOfBirth', born(birth)) + text('mainEntry', 'true')),
            )
            .join(''),
        ),
    );
  };
  return `<?xml version="1.0" standalone="yes"?>
<sdnList xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns="https://sanctionslistservice.example/sdn">
  <publshInformation><Publish_Date>10/02/2026</Publish_Date><Record_Count>${recordCount}</Record_Count></publshInformation>
  ${entries.map(write).join('\n  ')}
</sdnList>`;
}

/** `xmlFullSanctionsList_1_1` of the European Union: everything in attributes. */
export function euFile(
  entries: readonly DrawnEntry[],
  generationDate = '2026-10-01T12:00:00.000+02:00',
): string {
  const tag = (name: string, attributes: Readonly<Record<string, string | undefined>>, content = '') => {
    const written = Object.entries(attributes)
      .map(([key, value]) => ` ${key}="${escapeXml(value ?? '')}"`)
      .join('');
    return `<${name}${written}>${content}</${name}>`;
  };
  const write = (entry: DrawnEntry) => {
    const names = [
      tag('nameAlias', { wholeName: entry.name.join(' '), strong: 'true', gender: 'M', nameLanguage: '' }),
      ...(entry.originalScript === undefined
        ? []
        : [tag('nameAlias', { wholeName: entry.originalScript, strong: 'true', nameLanguage: 'AR' })]),
      ...(entry.aliases ?? []).map(({ name, isWeak }, at) =>
        // Weak aliases are told in two ways.
        tag(
          'nameAlias',
          { wholeName: name, strong: isWeak && at % 2 === 0 ? 'false' : 'true' },
          isWeak && at % 2 === 1 ? '<remark>Low quality alias</remark>' : '',
        ),
      ),
    ];
    const births = (entry.births ?? []).map((birth) => {
      const circa = birth.startsWith('~') ? 'true' : 'false';
      if (/^\d{4}-\d{4}$/.test(birth)) {
        const [yearRangeFrom, yearRangeTo] = birth.split('-');
        return tag('birthdate', { circa, yearRangeFrom, yearRangeTo });
      }
      const [year, month, day] = birth.replace('~', '').split('-');
      const whole = day === undefined ? {} : { birthdate: birth };
      return tag('birthdate', { circa, year, monthOfYear: month, dayOfMonth: day, ...whole });
    });
    return tag(
      'sanctionEntity',
      {
        euReferenceNumber: entry.id,
        logicalId: '13',
        unitedNationId: '',
        designationDate: entry.listedOn ?? '',
      },
      tag(
        'regulation',
        { programme: entry.programme ?? 'SYR', numberTitle: '2024/1 (OJ L1)' },
        '<publicationUrl>https://eur-lex.example</publicationUrl>',
      ) +
        tag('subjectType', {
          code: entry.kind === 'company' ? 'enterprise' : 'person',
          classificationCode: 'P',
        }) +
        names.join('') +
        births.join('') +
        (entry.countries ?? [])
          .map((country) =>
            tag('citizenship', {
              countryIso2Code: country.length === 2 ? country : '00',
              countryDescription: country,
            }),
          )
          .join('') +
        (entry.documents ?? [])
          .map(({ type, number, country }) =>
            tag('identification', {
              identificationTypeCode: type,
              number,
              latinNumber: '',
              countryIso2Code: country,
            }),
          )
          .join(''),
    );
  };
  return `<?xml version="1.0" encoding="UTF-8"?>
<export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="${generationDate}" globalFileId="1">${entries.map(write).join('\n')}</export>`;
}

/** `UK-Sanctions-List.csv`: a line with the day, a row for each name and each birth date, 58 columns. */
export function ukFile(entries: readonly DrawnEntry[], firstLine = 'Report Date: 23-Sep-2026'): string {
  const named = [
    'Last Updated',
    'Unique ID',
    'OFSI Group ID',
    'UN Reference Number',
    'Name 6',
    'Name 1',
    'Name 2',
    'Name 3',
    'Name 4',
    'Name 5',
    'Name type',
    'Alias strength',
    'Title',
    'Name non-latin script',
    'Non-latin script type',
    'Non-latin script language',
    'Regime Name',
    'Designation Type',
    'Designation source',
    'Sanctions Imposed',
    'Other Information',
    'UK Statement of Reasons',
    'Date Designated',
    'D.O.B',
    'Nationality(/ies)',
    'National Identifier number',
    'Passport number',
    'Gender',
  ];
  const header = [...named, ...Array.from({ length: 58 - named.length }, (_, at) => `Other ${at + 1}`)];
  const rows: string[][] = [];
  for (const entry of entries) {
    const row = (cells: Readonly<Record<string, string | undefined>>) => {
      const all: Readonly<Record<string, string | undefined>> = {
        'Unique ID': entry.id,
        'Regime Name': entry.programme ?? 'The Russia (Sanctions) (EU Exit) Regulations 2019',
        'Designation Type':
          entry.kind === 'company' ? 'Entity' : entry.kind === 'vessel' ? 'Ship' : 'Individual',
        'Sanctions Imposed': 'Asset freeze|Travel Ban',
        'Date Designated': entry.listedOn?.split('-').reverse().join('/'),
        'Nationality(/ies)': entry.countries?.join('|'),
        'Passport number': entry.documents?.find(({ type }) => type === 'Passport')?.number,
        ...cells,
      };
      rows.push(header.map((name) => all[name] ?? ''));
    };
    const names = (words: readonly string[]) =>
      entry.kind === 'company' || words.length === 1
        ? { 'Name 6': words.join(' ') }
        : { 'Name 6': words.at(-1), 'Name 1': words[0], 'Name 2': words.slice(1, -1).join(' ') };
    // The primary name does not always come first.
    for (const { name, isWeak } of entry.aliases ?? []) {
      const strength = isWeak ? 'Low quality a.k.a' : 'Good quality a.k.a';
      row({ ...names(name.split(' ')), 'Name type': 'Alias', 'Alias strength': strength });
    }
    for (const birth of entry.births ?? ['']) {
      const [year, month = 'mm', day = 'dd'] = birth.split('-');
      const cells = birth === '' ? {} : { 'D.O.B': `${day}/${month}/${year}` };
      row({
        ...names(entry.name),
        'Name type': 'Primary name',
        'Name non-latin script': entry.originalScript,
        ...cells,
      });
    }
  }
  const line = (cells: readonly string[]) =>
    cells.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',');
  return `\ufeff${firstLine}\r\n${[header, ...rows].map(line).join('\r\n')}\r\n`;
}

/** `UK-Sanctions-List.xml`: an element for each entry, names in six parts, people's details within their own element. */
export function ukXmlFile(entries: readonly DrawnEntry[], dateGenerated = '23/09/2026'): string {
  const name = (words: readonly string[], isCompany: boolean, rest: string) =>
    element(
      'Name',
      (isCompany || words.length === 1
        ? text('Name6', words.join(' '))
        : text('Name1', words[0]) +
          text('Name2', words.slice(1, -1).join(' ')) +
          text('Name6', words.at(-1))) + rest,
    );
  const born = (birth: string) => {
    const [year, month = 'mm', day = 'dd'] = birth.split('-');
    return text('DOB', `${day}/${month}/${year}`);
  };
  const write = (entry: DrawnEntry) => {
    const isCompany = entry.kind === 'company';
    const passport = entry.documents?.find(({ type }) => type === 'Passport')?.number;
    // The primary name does not always come first, and its type is spelt in several ways.
    const names = [
      ...(entry.aliases ?? []).map((alias) =>
        name(
          alias.name.split(' '),
          isCompany,
          text('NameType', 'ALias') +
            text('AliasStrength', alias.isWeak ? 'Low quality a.k.a' : 'Good quality a.k.a'),
        ),
      ),
      name(entry.name, isCompany, text('NameType', 'Primary name')),
    ];
    const details =
      element('DOBs', (entry.births ?? []).map(born).join('')) +
      element(
        'Nationalities',
        (entry.countries ?? []).map((country) => text('Nationality', country)).join(''),
      ) +
      element('PassportDetails', passport && element('Passport', text('PassportNumber', passport)));
    return element(
      'Designation',
      text('LastUpdated', '01/09/2026') +
        text('DateDesignated', entry.listedOn?.split('-').reverse().join('/')) +
        text('UniqueID', entry.id) +
        element('Names', names.join('')) +
        element(
          'NonLatinNames',
          entry.originalScript && element('NonLatinName', text('NameNonLatinScript', entry.originalScript)),
        ) +
        text('RegimeName', entry.programme ?? 'The Russia (Sanctions) (EU Exit) Regulations 2019') +
        text('IndividualEntityShip', isCompany ? 'Entity' : entry.kind === 'vessel' ? 'Ship' : 'Individual') +
        (isCompany ? '' : element('IndividualDetails', element('Individual', details))),
    );
  };
  return `<?xml version="1.0" encoding="utf-8"?>
<Designations xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  ${text('DateGenerated', dateGenerated)}
  ${entries.map(write).join('\n  ')}
</Designations>
`;
}
