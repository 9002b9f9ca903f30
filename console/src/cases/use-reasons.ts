import { useTranslation } from 'react-i18next';
import { useLabel } from '../parts/use-label.ts';

const likePrefix = 'like:';

/** True when a case names people who may be the same as the one it is about. */
export function namesDuplicates(reasons: readonly string[]): boolean {
  return reasons.some((reason) => reason.startsWith(likePrefix));
}

/** The reasons of a case in words; possible duplicates are counted. */
export function useReasons(): (reasons: readonly string[]) => string {
  const { t } = useTranslation();
  const label = useLabel();
  return (reasons) => {
    const alike = reasons.filter((reason) => reason.startsWith(likePrefix)).length;
    return [
      ...(alike === 0 ? [] : [t('cases.alike', { count: alike })]),
      ...reasons
        .filter((reason) => !reason.startsWith(likePrefix))
        .map((reason) => label('cases.caseReasons', reason)),
    ].join(', ');
  };
}
