import { createContext, useContext } from 'react';
import { ApiError } from '../api/api-error.ts';
import { answerOf, api, keepCsrfToken } from '../api/client.ts';
import type { components } from '../api/schema.ts';
import { askForPasskey } from './passkeys.ts';

/** Who is signed in here, and what the service lets them do. */
export type Session = components['schemas']['ConsoleSession'];
export type Role = Session['account']['role'];

/** The second factor that the service asks for after the password. */
export type SecondFactor = components['schemas']['SecondFactorRequest']['secondFactor'];

/** The session of this browser, or null where nobody is signed in. */
export async function readSession(): Promise<Session | null> {
  try {
    return await answerOf(api.GET('/v1/session'));
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** Checks the password; the second factor begins the session. */
export async function signIn(email: string, password: string): Promise<SecondFactor> {
  const { secondFactor } = await answerOf(api.POST('/v1/session', { body: { email, password } }));
  return secondFactor;
}

/** Ends a sign-in with the code of an authenticator app, or without one with a passkey. */
export async function confirmSecondFactor(
  { challengeId, passkeyOptions }: SecondFactor,
  code: string | undefined,
): Promise<Session> {
  const proof = code === undefined ? { passkey: await askForPasskey(passkeyOptions ?? {}) } : { code };
  return keep(await answerOf(api.POST('/v1/session/second-factor', { body: { challengeId, ...proof } })));
}

/** Signs in with a passkey of this device alone. */
export async function signInWithPasskey(): Promise<Session> {
  const { challengeId, options } = await answerOf(api.POST('/v1/session/passkey/options'));
  const passkey = await askForPasskey(options);
  return keep(await answerOf(api.POST('/v1/session/passkey', { body: { challengeId, passkey } })));
}

export async function signOut(): Promise<void> {
  await answerOf(api.DELETE('/v1/session'));
  keepCsrfToken(undefined);
}

/** Keeps the token that changes need, and gives the session. */
export function keep(session: Session): Session {
  keepCsrfToken(session.csrfToken);
  return session;
}

const SessionContext = createContext<Session | undefined>(undefined);
export const SessionProvider = SessionContext.Provider;

/** The session of the page, below the entrance. */
export function useSession(): Session & { may(...scopes: readonly string[]): boolean } {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('nobody is signed in');
  return { ...session, may: (...scopes) => scopes.some((scope) => session.scopes.includes(scope)) };
}
