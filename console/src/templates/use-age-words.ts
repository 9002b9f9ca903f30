import { useTranslation } from 'react-i18next';
import { readAge } from './answer-age.ts';

/** Says a maximum age: `30 days`. Undefined for answers that are never reused. */
export function useAgeWords(): (maxAge: string | undefined) => string | undefined {
  const { i18n } = useTranslation();
  return (maxAge) => {
    const age = readAge(maxAge);
    if (age === undefined) return maxAge;
    if (age.count === undefined) return undefined;
    const unit = age.unit.replace(/s$/, '');
    const words = new Intl.NumberFormat(i18n.language, { style: 'unit', unit, unitDisplay: 'long' });
    return words.format(age.count);
  };
}
