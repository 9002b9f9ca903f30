/** Names of countries in the lists that differ from the usual English ones. */
const otherNames: Readonly<Record<string, string>> = {
  'RUSSIAN FEDERATION': 'RU',
  'SYRIAN ARAB REPUBLIC': 'SY',
  'ISLAMIC REPUBLIC OF IRAN': 'IR',
  'IRAN (ISLAMIC REPUBLIC OF)': 'IR',
  "DEMOCRATIC PEOPLE'S REPUBLIC OF KOREA": 'KP',
  'KOREA, NORTH': 'KP',
  'REPUBLIC OF KOREA': 'KR',
  'KOREA, SOUTH': 'KR',
  'DEMOCRATIC REPUBLIC OF THE CONGO': 'CD',
  'CONGO, DEMOCRATIC REPUBLIC OF THE': 'CD',
  CONGO: 'CG',
  'REPUBLIC OF THE CONGO': 'CG',
  'VENEZUELA (BOLIVARIAN REPUBLIC OF)': 'VE',
  'BOLIVIA (PLURINATIONAL STATE OF)': 'BO',
  'UNITED REPUBLIC OF TANZANIA': 'TZ',
  'LIBYAN ARAB JAMAHIRIYA': 'LY',
  'UNITED STATES OF AMERICA': 'US',
  'UNITED KINGDOM OF GREAT BRITAIN AND NORTHERN IRELAND': 'GB',
  'VIET NAM': 'VN',
  "LAO PEOPLE'S DEMOCRATIC REPUBLIC": 'LA',
  'REPUBLIC OF MOLDOVA': 'MD',
  PALESTINIAN: 'PS',
  'STATE OF PALESTINE': 'PS',
  BURMA: 'MM',
  TURKEY: 'TR',
  'CZECH REPUBLIC': 'CZ',
  "COTE D'IVOIRE": 'CI',
  'THE GAMBIA': 'GM',
  'BOSNIA AND HERZEGOVINA': 'BA',
  MACEDONIA: 'MK',
  SWAZILAND: 'SZ',
  'CAPE VERDE': 'CV',
  'EAST TIMOR': 'TL',
  'IVORY COAST': 'CI',
  'HOLY SEE': 'VA',
  'BRUNEI DARUSSALAM': 'BN',
  'FEDERATED STATES OF MICRONESIA': 'FM',
  'MICRONESIA, FEDERATED STATES OF': 'FM',
  'UNITED STATES VIRGIN ISLANDS': 'VI',
  'VIRGIN ISLANDS, BRITISH': 'VG',
  'VIRGIN ISLANDS, U.S.': 'VI',
  'VIRGIN ISLANDS (BRITISH)': 'VG',
  'FALKLAND ISLANDS (MALVINAS)': 'FK',
  'SAINT MARTIN': 'MF',
  'SINT MAARTEN (DUTCH PART)': 'SX',
  'SAINT HELENA, ASCENSION AND TRISTAN DA CUNHA': 'SH',
  'SOUTH KOREA': 'KR',
  'NORTH KOREA': 'KP',
  'PEOPLES REPUBLIC OF CHINA': 'CN',
  'REPUBLIC OF CHINA': 'TW',
  'TAIWAN, PROVINCE OF CHINA': 'TW',
  USSR: 'RU',
  'SOVIET UNION': 'RU',
  'UNITED ARAB EMIRATES': 'AE',
  UAE: 'AE',
  USA: 'US',
  EUA: 'US',
  'GREAT BRITAIN': 'GB',
  ENGLAND: 'GB',
  SCOTLAND: 'GB',
  HOLLAND: 'NL',
  HOLANDA: 'NL',
  VIETNA: 'VN',
  'COREIA DO SUL': 'KR',
  'COREIA DO NORTE': 'KP',
};

/** Words of official names around the usual one. */
const formalities = [
  /^(?:THE )?(?:(?:ISLAMIC|FEDERAL|FEDERATIVE|DEMOCRATIC|SOCIALIST|PEOPLE'?S|UNITED|ARAB|BOLIVARIAN|PLURINATIONAL|CO-?OPERATIVE|HASHEMITE|FORMER YUGOSLAV|ORIENTAL|GABONESE|HELLENIC|SOVEREIGN|INDEPENDENT)[ -])*(?:REPUBLIC|KINGDOM|STATE|STATES|SULTANATE|PRINCIPALITY|GRAND DUCHY|COMMONWEALTH|FEDERATION|EMIRATE|UNION|REPUBLICA|REINO|ESTADO)(?: FEDERATIVA)? (?:OF |DE |DA |DO |DOS )(?:THE )?/,
  /[ ,(]+(?:THE|(?:[A-Z' -]+ )?(?:REPUBLIC|KINGDOM|STATES?|FEDERATION)(?: OF)?(?: THE)?)\)?$/,
  /^THE /,
  / (?:SAR CHINA|SAR|RAE DA CHINA|\(SAR\))$/,
];

const codes = createCodes();

/**
 * The ISO code of a country by its code, or its name in English, Portuguese, Spanish or French; the text itself where
 * none is known; undefined for nothing. A country that is gone has the code of the one that came after it.
 */
export function toCountry(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const name = fold(text);
  // The lists write 00 where they know no country.
  if (name === '00' || name === 'UNKNOWN') return undefined;
  const known = codes.get(name);
  if (known !== undefined) return known;
  for (const formality of formalities) {
    const code = codes.get(name.replace(formality, '').trim());
    if (code !== undefined) return code;
  }
  return text;
}

function createCodes(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const add = (name: string | undefined, code: string) => {
    const folded = name === undefined ? '' : fold(name);
    if (folded !== '' && !found.has(folded)) found.set(folded, code);
  };
  const languages = ['en', 'pt', 'es', 'fr'].flatMap((language) =>
    (['long', 'short'] as const).map(
      (style) => new Intl.DisplayNames([language], { type: 'region', style, fallback: 'none' }),
    ),
  );
  for (const code of listCodes()) {
    const present = new Intl.Locale(`und-${code}`).region!;
    if (languages[0]!.of(code) === undefined) continue;
    found.set(code, present);
    if (present !== code) continue;
    for (const names of languages) {
      const name = names.of(code);
      add(name, code);
      for (const formality of formalities) add(name && fold(name).replace(formality, ''), code);
    }
  }
  for (const [name, code] of Object.entries(otherNames)) found.set(fold(name), code);
  return found;
}

function listCodes(): readonly string[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  return letters.flatMap((first) => letters.map((second) => first + second));
}

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('&', 'and')
    .replaceAll('’', "'")
    .trim()
    .toUpperCase()
    .replaceAll(/\bTHE /g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\bST\.? /g, 'SAINT ');
}
