import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { toCountry } from '../../../src/people/world-lists/countries.ts';

function check(countries: readonly (readonly [string, string | undefined])[]): void {
  for (const [name, code] of countries) assert.equal(toCountry(name), code, name);
}

it('a country is known by the names that lists and people write', () => {
  check([
    ['France', 'FR'],
    ['República Federativa do Brasil', 'BR'],
    ['Republic of Kenya', 'KE'],
    ['Kingdom of Norway', 'NO'],
    ['Micronesia (Federated States of)', 'FM'],
    ['Tanzania, United Republic of', 'TZ'],
    ['United Republic of Tanzania', 'TZ'],
    ['Iran (Islamic Republic of)', 'IR'],
    ['Korea, North', 'KP'],
    ['Republic of Korea', 'KR'],
    ['Democratic Republic of the Congo', 'CD'],
    ['Congo', 'CG'],
    ['Saint Lucia', 'LC'],
    ['St. Vincent and the Grenadines', 'VC'],
    ['Trinidad and Tobago', 'TT'],
    ['Hong Kong SAR', 'HK'],
    ['Macao', 'MO'],
    ["Côte d'Ivoire", 'CI'],
    ['Espanha', 'ES'],
    ['Estados Unidos', 'US'],
    ['Bahamas, The', 'BS'],
    ['The Netherlands', 'NL'],
    ['jp', 'JP'],
    ['Kosovo', 'XK'],
  ]);
});

it('a country that is gone has the code of the one after it', () => {
  check([
    ['DD', 'DE'],
    ['YD', 'YE'],
    ['CS', 'RS'],
    ['BU', 'MM'],
    ['ZR', 'CD'],
    ['TP', 'TL'],
    ['Soviet Union', 'RU'],
  ]);
});

it('a country is known in other languages, by former names, in any order and by its people', () => {
  check([
    ['Federação da Rússia', 'RU'],
    ['République islamique d’Iran', 'IR'],
    ["Korea, Democratic People's Republic of", 'KP'],
    ['D.P.R.K.', 'KP'],
    ['Congo, Dem. Rep.', 'CD'],
    ['República Democrática do Congo', 'CD'],
    ['Congo (Brazzaville)', 'CG'],
    ['China, Hong Kong SAR', 'HK'],
    ['REPUBLIC OF CHINA', 'TW'],
    ['República Popular da China', 'CN'],
    ['VIRGENS,ILHAS (BRITANICAS)', 'VG'],
    ['US Virgin Islands', 'VI'],
    ['Saint Kitts', 'KN'],
    ['Suazilândia', 'SZ'],
    ['Upper Volta', 'BF'],
    ['Paquistão', 'PK'],
    ['U.S.A.', 'US'],
    ['EE.UU.', 'US'],
    ['Wales', 'GB'],
    ['Swiss Confederation', 'CH'],
    ['BRA', 'BR'],
    ['brasileira', 'BR'],
    ['Iraqi', 'IQ'],
    ['alemã', 'DE'],
    ['South Korean', 'KR'],
  ]);
});

it('what is no country stays as it is written, and nothing is nothing', () => {
  check([
    ['Atlantis', 'Atlantis'],
    ['Stateless', 'Stateless'],
    ['Republic', 'Republic'],
    ['Virgin Islands', 'Virgin Islands'],
    ['00', undefined],
    ['Unknown', undefined],
  ]);
  assert.equal(toCountry(undefined), undefined);
});

const shared = join(import.meta.dirname, '../../../../shared/data/cases/countries.csv');
const skip = !existsSync(shared) && `${shared} is absent`;
it('the shared names of countries have their codes', { skip }, () => {
  const lines = readFileSync(shared, 'utf8').trim().split('\n').slice(1);
  check(lines.map((line) => line.trim().split(',') as [string, string]));
});
