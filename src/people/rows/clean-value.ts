import { cutText, isLongerThan } from '../../platform/characters.ts';
import { type Cpf, parseCpf } from '../../platform/documents.ts';
import type { RowFault } from './split-records.ts';

/** The reading of a cell: a value, nothing, or the reason to refuse the row. */
export type Cleaned<T> = { readonly value: T | undefined } | { readonly fault: RowFault };

/** Longest text of one field, in characters. */
export const maxTextLength = 300;

/** Words for "unknown" in lists and data sets. */
const nothing = new Set(
  '|-|--|NULL|NULO|NONE|N/A|NA|ND|NAO INFORMADO|NAO INFORMADA|SEM INFORMACAO|NAO DIVULGAVEL|'
    .concat('NAO SE APLICA|INFORMACAO NAO DISPONIVEL|#NULO|#NULO#|#NE|#NE#|-1|-3|-4')
    .split('|'),
);

// Controls, also those that turn the direction of text or cannot be seen.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const controls = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;
/** The beginning of a formula in a spreadsheet, also in the wide forms that some of them accept. */
const formula = /^(?:[=+@\uff1d\uff0b\uff20]|[-\uff0d](?!\s*\d+(?:[.,]\d+)?$))/;

/** A cell's text with white space in order, or why it may not be kept. */
export function cleanText(text: string): Cleaned<string> {
  const trimmed = text.trim().replace(/[ \t\u00a0\r\n]+/g, ' ');
  if (isNothing(trimmed)) return { value: undefined };
  const value = trimmed.normalize('NFC');
  if (isLongerThan(value, maxTextLength)) return { fault: 'field_too_long' };
  if (controls.test(trimmed) || /^[\t\r]/.test(text)) return { fault: 'control_character' };
  if (trimmed.includes('\ufffd')) return { fault: 'encoding' };
  if (formula.test(trimmed)) return { fault: 'formula' };
  return { value };
}

/** Published text, shortened, without invisible characters. */
export function readText(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const cleaned = text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is dropped
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (isNothing(cleaned)) return undefined;
  return cutText(cleaned.normalize('NFC'), maxTextLength);
}

/** True if a trimmed text is one of the words for "unknown". */
export function isNothing(trimmed: string): boolean {
  if (trimmed.length > 30) return false;
  return nothing.has(
    trimmed
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .toUpperCase(),
  );
}

/** A full CPF, with its punctuation or without; with `restoreZeros` also one that lost the zeros it began with. */
export function cleanCpf(text: string, restoreZeros: boolean): Cleaned<Cpf> {
  const trimmed = text.trim();
  if (isNothing(trimmed)) return { fault: 'cpf_missing' };
  const digits = /^[0-9]{3}\.[0-9]{3}\.[0-9]{3}-[0-9]{2}$/.test(trimmed)
    ? trimmed.replaceAll(/[.-]/g, '')
    : trimmed;
  const cpf = parseCpf(restoreZeros && /^[0-9]{8,10}$/.test(digits) ? digits.padStart(11, '0') : digits);
  return cpf === undefined ? { fault: 'cpf_invalid' } : { value: cpf };
}

export const dateFormats = ['DD/MM/YYYY', 'YYYY-MM-DD', 'YYYYMMDD', 'MM/DD/YYYY'] as const;
export type DateFormat = (typeof dateFormats)[number];

/**
 * A calendar day as `YYYY-MM-DD`. Read in `format` when one is given, else day first or year first as it stands.
 * A time after the day is left out.
 */
function cleanDate(text: string, format?: DateFormat): Cleaned<string> {
  const trimmed = text.trim();
  if (isNothing(trimmed) || /^0{2,4}([-/]?0{2}){2}/.test(trimmed)) return { value: undefined };
  const day = trimmed.replace(/[ T]\d{2}:\d{2}.*$/, '');
  const formats = format === undefined ? dateFormats.slice(0, 3) : [format];
  for (const each of formats) {
    const value = readDate(day, each);
    if (value !== undefined) return { value };
  }
  return { fault: 'date_invalid' };
}

/** The day of a text, read in the same way; undefined where there is none, or none that can be read. */
export function dayOf(text: string | undefined, format?: DateFormat): string | undefined {
  const cleaned = cleanDate(text ?? '', format);
  return 'value' in cleaned ? cleaned.value : undefined;
}

/** A day on which somebody who may live today was born: from 1900 to `today` (`YYYY-MM-DD`). */
export function cleanBirthDate(text: string, today: string, format?: DateFormat): Cleaned<string> {
  const cleaned = cleanDate(text, format);
  if ('fault' in cleaned || cleaned.value === undefined) return cleaned;
  const isPossible = cleaned.value >= '1900-01-01' && cleaned.value <= today;
  return isPossible ? cleaned : { fault: 'birth_date_impossible' };
}

function readDate(text: string, format: DateFormat): string | undefined {
  const patterns: Record<DateFormat, RegExp> = {
    'DD/MM/YYYY': /^(?<d>\d{1,2})[/.-](?<m>\d{1,2})[/.-](?<y>\d{4})$/,
    'YYYY-MM-DD': /^(?<y>\d{4})[/.-](?<m>\d{1,2})[/.-](?<d>\d{1,2})$/,
    YYYYMMDD: /^(?<y>\d{4})(?<m>\d{2})(?<d>\d{2})$/,
    'MM/DD/YYYY': /^(?<m>\d{1,2})[/.-](?<d>\d{1,2})[/.-](?<y>\d{4})$/,
  };
  const parts = patterns[format].exec(text)?.groups;
  if (parts === undefined) return undefined;
  const [year, month, day] = [Number(parts.y), Number(parts.m), Number(parts.d)];
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal && year >= 1800 && year <= 2200 ? date.toISOString().slice(0, 10) : undefined;
}

/** The day in Brasília (`YYYY-MM-DD`), where the lists are made: three hours behind UTC all the year. */
export function toDay(now: Date): string {
  return new Date(now.getTime() - 3 * 3_600_000).toISOString().slice(0, 10);
}
