import { useTranslation } from 'react-i18next';
import { useLabel } from '../parts/use-label.ts';

/** The forms of a problem that the service tells, by the key of their words; what they name is kept as `what`. */
const forms: readonly (readonly [form: RegExp, key: string])[] = [
  [/^must have required property '(?<what>\w+)'/, 'missing'],
  [/^must not have fewer than 1 (?:characters|items)/i, 'missing'],
  [/^must not have fewer than (?<what>\d+) characters/i, 'short'],
  [/^must not have more than (?<what>\d+) characters/i, 'long'],
  [/^must be one of (?<what>.+)$/, 'choice'],
  [/^must be >= (?<what>\S+)$/, 'least'],
  [/^must be <= (?<what>\S+)$/, 'most'],
  [/^must be (?:an? )?(?:integer|number)$/, 'number'],
  [/^must NOT have (?:additional|unevaluated) properties$/, 'unknownField'],
  [/^must be 1 to (?<what>\d+) printable characters/, 'name'],
  [/^must be after `from`/, 'after'],
  [/^must be within (?<what>\d+) days of `from`/, 'within'],
  [/\ba word\b/, 'word'],
  [/^must be scheme, host\b/, 'origin'],
  [/^must be an https: address\b/, 'address'],
  [/\be-mail\b/, 'email'],
  [/\bid of a person\b(?! or company)/, 'person'],
  [/^must be the id of a company or a CNPJ/, 'company'],
  [/^must be a CPF, a CNPJ/, 'document'],
  [/^must be a CPF\b/, 'cpf'],
  [/^must be a CNPJ\b/, 'cnpj'],
  [/\bmoment\b|\bdate\b|\bday\b|within the next/, 'moment'],
];

/** The words for a problem with one field: its name, and what is wrong with it. */
export function useProblemWords(): (problem: { readonly path: string; readonly message: string }) => {
  readonly field: string;
  readonly fault: string;
  /** False when the words say less than the message of the service. */
  readonly isWhole: boolean;
} {
  const { t, i18n } = useTranslation();
  const label = useLabel();
  const fieldOf = (name: string) => label('errors.fields', name);
  return ({ path, message }) => {
    const [, key = 'other', what = ''] = forms
      .map(([form, name]) => [form.exec(message), name, form.exec(message)?.groups?.what] as const)
      .find(([found]) => found !== null) ?? [null];
    const last =
      path
        .split('/')
        .filter((part) => part !== '' && !/^\d+$/.test(part))
        .at(-1) ?? '';
    const isPlace = ['body', 'querystring', 'params', 'headers'].includes(last);
    return {
      isWhole: key !== 'other',
      field: isPlace ? (key === 'missing' ? fieldOf(what) : t('errors.form')) : fieldOf(last),
      fault:
        key === 'other' && i18n.language === 'en'
          ? message
          : String(
              t(
                `errors.problems.${key}` as never,
                { what: key === 'missing' ? fieldOf(what) : what } as never,
              ),
            ),
    };
  };
}
