import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type english from '../texts/en/index.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof english };
  }
}

export const languages = ['pt-BR', 'en'] as const;
export type Language = (typeof languages)[number];

const storageKey = 'confere-language';

const loaders: Readonly<Record<Language, () => Promise<{ default: object }>>> = {
  'pt-BR': () => import('../texts/pt-BR/index.ts'),
  en: () => import('../texts/en/index.ts'),
};

const isLanguage = (value: string | null): value is Language => languages.some((each) => each === value);

/** Loads the texts of the language that was chosen here before, or of the browser. */
export async function startTexts(): Promise<void> {
  const chosen = localStorage.getItem(storageKey);
  const language = isLanguage(chosen) ? chosen : navigator.language.startsWith('pt') ? 'pt-BR' : 'en';
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    returnNull: false,
    // React escapes.
    interpolation: { escapeValue: false },
    resources: { [language]: { translation: (await loaders[language]()).default } },
  });
  document.documentElement.lang = language;
}

/** Shows the console in a language from now on, in this browser. */
export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(storageKey, language);
  await showLanguage(language);
}

/** Shows the language of the account where nothing was chosen in this browser. */
export async function preferLanguage(language: string): Promise<void> {
  if (localStorage.getItem(storageKey) === null && isLanguage(language)) await showLanguage(language);
}

async function showLanguage(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, 'translation')) {
    i18next.addResourceBundle(language, 'translation', (await loaders[language]()).default);
  }
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}
