import { useTranslation } from 'react-i18next';
import { readMoment, useDates } from './use-dates.ts';
import { useLabel } from './use-label.ts';

/** Groups of words for the values of fields that hold words of closed lists. */
const groups: Readonly<Record<string, string>> = {
  status: 'statuses',
  gender: 'profiles.genders',
  matchBasis: 'people.bases',
  list: 'sources.names',
  against: 'sources.against',
  postalCodeCheck: 'sources.checks',
  postalCodeCityCheck: 'sources.checks',
};

/** The words for the value of a field of a profile: never an object as it is stored. */
export function useValue(): (field: string, value: unknown) => string {
  const { t, i18n } = useTranslation();
  const label = useLabel();
  const write = useDates();
  const show = (field: string, value: unknown): string => {
    if (value === undefined || value === null || value === '') return '—';
    if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no');
    if (typeof value === 'number') return new Intl.NumberFormat(i18n.language).format(value);
    if (Array.isArray(value)) return value.map((one) => show(field, one)).join('; ') || '—';
    if (typeof value === 'object') {
      return Object.entries(value)
        .map(([name, inner]) => show(name, inner))
        .join(' · ');
    }
    const text = String(value);
    const group = groups[field.split('.').at(-1) ?? ''];
    if (group !== undefined) return label(group, text);
    const moment = /^\d{4}-\d{2}-\d{2}(T|$)|^\d{2}\/\d{2}\/\d{4}$/.test(text) ? readMoment(text) : undefined;
    if (moment !== undefined) return write(moment.at, moment.isDay ? 'day' : 'moment');
    return /postalCode$/.test(field) ? text.replace(/^(\d{5})(\d{3})$/, '$1-$2') : text;
  };
  return show;
}
