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
};

const codes = createCodes();

/** The ISO code of a country's English name or code, or the text itself where none is known; undefined for nothing. */
export function toCountry(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const name = fold(text);
  // The lists write 00 where they know no country.
  if (name === '00' || name === 'UNKNOWN') return undefined;
  return codes.get(name) ?? text;
}

function createCodes(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const found = new Map<string, string>();
  for (let first = 65; first <= 90; first += 1) {
    for (let second = 65; second <= 90; second += 1) {
      const code = String.fromCharCode(first, second);
      const name = names.of(code);
      // Codes that were given up have the name of the one that replaced them.
      if (name === undefined || found.has(fold(name))) continue;
      found.set(fold(name), code);
      found.set(code, code);
    }
  }
  for (const [name, code] of Object.entries(otherNames)) found.set(name, code);
  return found;
}

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('&', 'and')
    .replaceAll('’', "'")
    .trim()
    .toUpperCase();
}
