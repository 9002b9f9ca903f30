import { useTranslation } from 'react-i18next';

/** The words for a value of the service; `otherwise`, or the value itself, where there are none yet. */
export function useLabel(): (group: string, value: string, otherwise?: string) => string {
  const { i18n } = useTranslation();
  return (group, value, otherwise = value) => {
    const key = `${group}.${value}`;
    return i18n.exists(key) ? String(i18n.t(key as never)) : otherwise;
  };
}
