import Type from 'typebox';
import type { Clock } from '../../platform/clock.ts';

/** Time left, for a page whose clock may be wrong by minutes. */
export const RemainingSeconds = Type.Number({
  title: 'RemainingSeconds',
  description: 'Time left when this was answered, in seconds; negative once it is over.',
});

/** The seconds until a moment, to the millisecond. */
export function remainingSeconds(clock: Clock, end: Date): number {
  return (end.getTime() - clock.now().getTime()) / 1000;
}
