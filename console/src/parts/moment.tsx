import { Text } from '@mantine/core';
import { readMoment, useDates } from './use-dates.ts';

/** A moment in the words of the language and the time of this machine. */
export function Moment({ at, isDay = false }: { readonly at: string | undefined; readonly isDay?: boolean }) {
  const write = useDates();
  if (at === undefined)
    return (
      <Text span inherit>
        —
      </Text>
    );
  const moment = readMoment(at)?.at;
  if (moment === undefined) return at;
  return (
    <time dateTime={moment.toISOString()} title={moment.toISOString()}>
      {write(moment, isDay ? 'day' : 'moment')}
    </time>
  );
}
