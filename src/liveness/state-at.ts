import type { LivenessSession, LivenessState } from './types.ts';

/** The state of a session at a moment: one whose time is over is `expired`, also before the job has written that. */
export function stateAt({ state, expiresAt }: LivenessSession, now: Date): LivenessState {
  const isOpen = state === 'created' || state === 'started' || state === 'capturing';
  return isOpen && expiresAt <= now ? 'expired' : state;
}
