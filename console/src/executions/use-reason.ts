import { useTranslation } from 'react-i18next';
import { useLabel } from '../parts/use-label.ts';

/** The words for why an execution is pending: a code, for some followed by what it is about. */
export function useReason(): (reason: string) => string {
  const { i18n } = useTranslation();
  const label = useLabel();
  return (reason) => {
    const [code = '', ...about] = reason.split(':');
    const key = `executions.reasons.${code}`;
    const [name = '', ...words] = about;
    const told = [label('sources.names', name), ...words].join(' · ');
    return i18n.exists(key) ? String(i18n.t(key as never, { name: told } as never)) : reason;
  };
}
