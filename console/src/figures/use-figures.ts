import { useTranslation } from 'react-i18next';
import { useDates } from '../parts/use-dates.ts';

/** Figures as the language writes them; a dash where there is none. */
export function useFigures() {
  const { i18n } = useTranslation();
  const write = useDates();
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 3 });
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 });
  const share = (value: number | undefined) => (value === undefined ? '–' : percent.format(value));
  return {
    share,
    shareOf: (part: number, of: number) => share(of === 0 ? undefined : part / of),
    count: (value: number | undefined) => (value === undefined ? '–' : number.format(value)),
    /** A day, YYYY-MM-DD. */
    nameOf: (day: string) => write(new Date(day), 'day'),
    time: (ms: number | undefined) => (ms === undefined ? '–' : `${number.format(Math.round(ms))} ms`),
  };
}
