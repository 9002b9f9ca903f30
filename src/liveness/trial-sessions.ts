import { createSession } from './create-session.ts';
import { type FoundSession, getSession, stateAt } from './get-session.ts';
import { type Challenge, challenges, type LivenessDeps, type LivenessLocale } from './types.ts';

/** Sessions by which an operator tries the capture page. They are marked as tests: nobody uses them, they count nowhere. */
export type TrialSessions = {
  /** The challenges that a session may ask for: turns, and the light of the screen where the operator offers it. */
  readonly challenges: readonly Challenge[];
  /** A session of purpose `check` that returns to an address of this service. Rejects with `liveness_light_off`. */
  create(options: {
    readonly locale: LivenessLocale;
    readonly challenge: Challenge;
    readonly returnUrl: string;
    readonly requestId: string;
  }): Promise<{ readonly id: string; readonly captureUrl: string }>;
  /** Rejects with `liveness_session_not_found`. */
  read(id: string): Promise<FoundSession>;
};

/** No client, so that no token reads or uses one. */
const clientId = 'operator';

export function createTrialSessions(deps: LivenessDeps): TrialSessions {
  return {
    challenges: deps.settings.light === 'offered' ? challenges : ['turns'],
    create: ({ locale, challenge, returnUrl, requestId }) =>
      createSession(deps, {
        clientId,
        purpose: 'check',
        peopleId: undefined,
        locale,
        challenge,
        redirectUrl: undefined,
        returnUrl,
        requester: { actor: { kind: 'operator' }, requestId },
        test: { label: 'live' },
      }),
    async read(id) {
      const { session, frames } = await getSession(deps, id, { clientId });
      return { session: { ...session, state: stateAt(session, deps.clock.now()) }, frames };
    },
  };
}
