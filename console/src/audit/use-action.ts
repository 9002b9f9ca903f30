import { useTranslation } from 'react-i18next';
import { useLabel } from '../parts/use-label.ts';

/** The words for an audited action; commands go by their name. */
export function useAction(): (action: string) => string {
  const { t } = useTranslation();
  const label = useLabel();
  return (action) =>
    action.startsWith('operator.')
      ? t('audit.operatorTask', { task: action.slice('operator.'.length) })
      : label('audit.actions', action);
}
