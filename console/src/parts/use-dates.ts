import { useTranslation } from 'react-i18next';

/** Profiles write days as Brazilians do, others as ISO 8601 does. */
const brazilianDay = /^(\d{2})\/(\d{2})\/(\d{4})$/;
const isoDay = /^\d{4}-\d{2}-\d{2}$/;

const forms = {
  moment: { dateStyle: 'short', timeStyle: 'medium' },
  day: { dateStyle: 'medium', timeZone: 'UTC' },
  dayOfAxis: { day: '2-digit', month: 'short', timeZone: 'UTC' },
  month: { month: 'long', year: 'numeric' },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>;

/** The moment that a text names, as a day or with its time; undefined for any other text. */
export function readMoment(text: string): { readonly at: Date; readonly isDay: boolean } | undefined {
  const [, day, month, year] = brazilianDay.exec(text) ?? [];
  const at = new Date(day === undefined ? text : `${year}-${month}-${day}`);
  return Number.isNaN(at.getTime()) ? undefined : { at, isDay: day !== undefined || isoDay.test(text) };
}

/** Dates and times as the language writes them, in one form for each use. */
export function useDates(): (at: Date, form: keyof typeof forms) => string {
  const { i18n } = useTranslation();
  return (at, form) => new Intl.DateTimeFormat(i18n.language, formOf(form, i18n.language)).format(at);
}

/** Nobody in Brazil reads 12/1/26 as English means it: there the month is a word. */
function formOf(form: keyof typeof forms, language: string): Intl.DateTimeFormatOptions {
  return form === 'moment' && language === 'en' ? { ...forms.moment, dateStyle: 'medium' } : forms[form];
}
