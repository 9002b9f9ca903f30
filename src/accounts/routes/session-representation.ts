import { type Static, Type } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { TokenError } from '../../platform/tokens/index.ts';
import { addressKey } from '../../web/rate-limits/create-request-limits.ts';
import { RequestId, Timestamp } from '../../web/schemas.ts';
import type { AccountsDeps } from '../accounts-deps.ts';
import type { BegunSession, SignInSource } from '../begin-session.ts';
import type { Cookies } from '../cookies.ts';
import { AccountsError } from '../errors.ts';
import { rememberDevice } from '../known-devices.ts';
import { scopesOf } from '../role-scopes.ts';
import { csrfTokenOf } from '../secret-codes.ts';
import { type Account, type AccountSession, accountLocales, roles } from '../types.ts';

export type AccountRouteDeps = { readonly accounts: AccountsDeps; readonly cookies: Cookies };

export const RoleSchema = Type.Enum([...roles]);
export const LocaleSchema = Type.Enum([...accountLocales]);
export const ChallengeIdSchema = Type.String({ maxLength: 64 });
/** Bounds of texts that people type; what they may be is for the operations to say. */
export const TypedText = Type.String({ minLength: 1, maxLength: 400 });
/** The answer of a browser, as the WebAuthn standard writes it in JSON. */
export const PasskeySchema = Type.Object(
  {
    id: Type.String({ maxLength: 2_000 }),
    rawId: Type.String({ maxLength: 2_000 }),
    type: Type.Literal('public-key'),
    response: Type.Object({}, { additionalProperties: true }),
  },
  {
    title: 'PublicKeyCredential',
    additionalProperties: true,
    description: 'PublicKeyCredential.toJSON() of the browser.',
  },
);
export const PasskeyOptionsSchema = Type.Object(
  {},
  { additionalProperties: true, description: 'For navigator.credentials, in JSON.' },
);

export const SessionSchema = Type.Object(
  {
    requestId: RequestId,
    account: Type.Object({
      id: Type.String(),
      name: Type.String(),
      email: Type.String(),
      role: RoleSchema,
      locale: LocaleSchema,
    }),
    scopes: Type.Array(Type.String()),
    csrfToken: Type.String({ description: 'Sent in X-CSRF-Token with each change.' }),
    idleExpiresAt: Timestamp,
    expiresAt: Timestamp,
  },
  { title: 'ConsoleSession', description: 'Who is signed in.' },
);

export function representSession(
  requestId: string,
  { account, session, secret }: { account: Account; session: AccountSession; secret: string },
  { settings, environment }: Pick<AccountsDeps, 'settings' | 'environment'>,
): Static<typeof SessionSchema> {
  const idleEnd = session.lastSeenAt.getTime() + settings.idleMinutes * 60_000;
  const end = session.expiresAt.getTime();
  const { id, name, email, role, locale } = account;
  return {
    requestId,
    account: { id, name, email, role, locale },
    scopes: [...scopesOf(role, environment)],
    csrfToken: csrfTokenOf(secret),
    idleExpiresAt: new Date(Math.min(idleEnd, end)).toISOString(),
    expiresAt: session.expiresAt.toISOString(),
  };
}

/**
 * Where a request comes from that begins or ends in a session. Refuses those of foreign pages, which would sign a
 * person in to somebody else's account, and those whose cookie would travel in the clear.
 */
export function signInSourceOf(
  request: FastifyRequest,
  { accounts, cookies }: AccountRouteDeps,
): SignInSource {
  const { origin, 'sec-fetch-site': fetchSite } = request.headers;
  const own = new URL(accounts.baseUrl).origin;
  if (
    (origin !== undefined && origin !== own) ||
    !['same-origin', 'none', undefined].includes(fetchSite as string)
  ) {
    throw new TokenError('session_request_refused', { detail: `The console is used at ${own}.` });
  }
  if (cookies.areInsecure) throw new AccountsError('sign_in_insecure');
  return sourceOf(request);
}

export function sourceOf({ ip, id, headers }: FastifyRequest): SignInSource {
  const { 'user-agent': userAgent, cookie: cookies } = headers;
  return { address: ip, network: addressKey(ip), userAgent, cookies, requestId: id };
}

/** The answer for a session that begins. Sets its cookie, and the one that makes its browser known. */
export function answerWithSession(
  reply: FastifyReply,
  begun: BegunSession,
  source: SignInSource,
  { accounts, cookies }: AccountRouteDeps,
) {
  const device = rememberDevice(accounts, source.cookies, begun.account);
  reply.header('set-cookie', [cookies.session.set(begun.secret), ...device]);
  return representSession(reply.request.id, begun, accounts);
}
