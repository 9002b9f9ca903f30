import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Profiles write days as Brazilians do. */
const brazilianDay = /^(\d{2})\/(\d{2})\/(\d{4})$/;

/** A moment in the words of the language and the time of this machine. */
export function Moment({ at, isDay = false }: { readonly at: string | undefined; readonly isDay?: boolean }) {
  const { i18n } = useTranslation();
  if (at === undefined)
    return (
      <Text span inherit>
        —
      </Text>
    );
  const [, day, month, year] = brazilianDay.exec(at) ?? [];
  const moment = new Date(day === undefined ? at : `${year}-${month}-${day}`);
  if (Number.isNaN(moment.getTime())) return at;
  const text = new Intl.DateTimeFormat(i18n.language, {
    dateStyle: isDay ? 'medium' : 'short',
    ...(isDay ? { timeZone: 'UTC' } : { timeStyle: 'medium' }),
  }).format(moment);
  return (
    <time dateTime={moment.toISOString()} title={moment.toISOString()}>
      {text}
    </time>
  );
}
