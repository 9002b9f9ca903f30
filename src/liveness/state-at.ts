import type { LivenessSession, LivenessState } from './types.ts';

/** The state of a session at a moment: one whose time is over is `EXPIRED`, also before the job has written that. */
export function stateAt({ state, expiresAt }: LivenessSession, now: Date): LivenessState {
  const isOpen = state === 'CREATED' || state === 'STARTED' || state === 'CAPTURING';
  return isOpen && expiresAt <= now ? 'EXPIRED' : state;
}
