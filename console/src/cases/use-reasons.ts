import { useTranslation } from 'react-i18next';
import { useReason } from '../executions/use-reason.ts';
import { useLabel } from '../parts/use-label.ts';

const likePrefix = 'like:';

/** True when a case names people who may be the same as the one it is about. */
export function namesDuplicates(reasons: readonly string[]): boolean {
  return reasons.some((reason) => reason.startsWith(likePrefix));
}

/** The reasons of a case in words; possible duplicates are counted. One that is no known code is the name of a rule. */
export function useReasons(): (reasons: readonly string[]) => string {
  const { t, i18n } = useTranslation();
  const label = useLabel();
  const executionReason = useReason();
  const wordsOf = (reason: string) => {
    if (i18n.exists(`cases.caseReasons.${reason}`)) return label('cases.caseReasons', reason);
    const [kind = '', rest = ''] = reason.split(':', 2);
    if (kind === 'outcome') return t('cases.attemptEnded', { outcome: label('statuses', rest) });
    if (kind === 'session') return t('cases.uploadedFile');
    if (i18n.exists(`cases.foundAmong.${kind}`)) {
      return t('cases.found', { kind: label('cases.foundAmong', kind), basis: label('people.bases', rest) });
    }
    if (i18n.exists(`executions.reasons.${kind}`)) return executionReason(reason);
    return t('cases.byRule', { name: reason });
  };
  return (reasons) => {
    const alike = reasons.filter((reason) => reason.startsWith(likePrefix)).length;
    return [
      ...(alike === 0 ? [] : [t('cases.alike', { count: alike })]),
      ...new Set(reasons.filter((reason) => !reason.startsWith(likePrefix)).map(wordsOf)),
    ].join(', ');
  };
}
