import { Code } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import portuguese from './pt-BR.json';

type Kind = keyof typeof portuguese;
type Description = { readonly text: string; readonly lang: 'en' | undefined };

/**
 * The words for a group of settings, a setting or a metric: those of the service, which are English, where the language
 * of the console has none.
 */
export function useDescriptions(): (kind: Kind, name: string, english: string) => Description {
  const { i18n } = useTranslation();
  return (kind, name, english) => {
    const words: Readonly<Record<string, string>> = i18n.language === 'pt-BR' ? portuguese[kind] : {};
    const text = words[name];
    return text === undefined ? { text: english, lang: 'en' } : { text, lang: undefined };
  };
}

/** A description, with what it has between backticks as code. */
export function Described({ text, lang }: Description) {
  return (
    <span lang={lang}>
      {text.split('`').map((part, at) =>
        at % 2 === 0 ? (
          part
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their places
          <Code key={at} fz="inherit">
            {part}
          </Code>
        ),
      )}
    </span>
  );
}
