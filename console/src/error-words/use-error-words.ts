import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

type Words = { readonly meaning: string; readonly remedy: string };

/**
 * The words for an error code of the service: in English those of the reference of errors. Loaded with the first error;
 * undefined until then, and for codes without words.
 */
export function useErrorWords(): (code: string) => Words | undefined {
  const { t, i18n } = useTranslation();
  const { data } = useQuery({
    queryKey: ['error-words', i18n.language],
    queryFn: async (): Promise<Readonly<Record<string, Words>>> =>
      i18n.language === 'pt-BR'
        ? (await import('./pt-BR.json')).default
        : (await import('virtual:error-words')).default,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (code) =>
    i18n.exists(`errors.${code}.meaning`)
      ? {
          meaning: String(t(`errors.${code}.meaning` as never)),
          remedy: String(t(`errors.${code}.remedy` as never)),
        }
      : data?.[code];
}
