import { useTranslation } from 'react-i18next';

/** Writes a fraction as percent in the language of the page. */
export function useFraction(): (fraction: number | undefined) => string {
  const { i18n } = useTranslation();
  const format = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 });
  return (fraction) => (fraction === undefined ? '—' : format.format(fraction));
}
