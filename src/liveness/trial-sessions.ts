import { createSession } from './create-session.ts';
import { type FoundSession, getSession, stateAt } from './get-session.ts';
import { type Challenge, challenges, type LivenessDeps, type LivenessLocale } from './types.ts';

export type TrialSessions = ReturnType<typeof createTrialSessions>;

/** No client, so that no token reads or uses one. */
const clientId = 'operator';

/** Sessions by which an operator tries the capture page. They are marked as tests: nobody uses them, they count nowhere. */
export function createTrialSessions(deps: LivenessDeps) {
  const offered: readonly Challenge[] = deps.settings.light === 'offered' ? challenges : ['turns'];
  return {
    /** The challenges that a session may ask for: turns, and the light of the screen where the operator offers it. */
    challenges: offered,
    /** A session of purpose `check` that returns to an address of this service. Rejects with `liveness_light_off`. */
    create: ({
      requestId,
      ...request
    }: {
      readonly locale: LivenessLocale;
      readonly challenge: Challenge;
      readonly returnUrl: string;
      readonly requestId: string;
    }) =>
      createSession(deps, {
        ...request,
        clientId,
        purpose: 'check',
        peopleId: undefined,
        redirectUrl: undefined,
        requester: { actor: { kind: 'operator' }, requestId },
        test: { label: 'live' },
      }),
    /** Rejects with `liveness_session_not_found`. */
    async read(id: string): Promise<FoundSession> {
      const { session, frames } = await getSession(deps, id, { clientId });
      return { session: { ...session, state: stateAt(session, deps.clock.now()) }, frames };
    },
  };
}
