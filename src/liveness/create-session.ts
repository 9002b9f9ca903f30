import { parseWebAddress } from '../access/index.ts';
import type { Cpf } from '../platform/documents.ts';
import { createId } from '../platform/ids.ts';
import { livenessSessionIdKind } from './declarations.ts';
import { drawSteps } from './draw-steps.ts';
import { LivenessError } from './errors.ts';
import { createSessionSecret } from './open-capture.ts';
import { type Requester, recordTransition } from './record-transition.ts';
import { refuseLocked, slowDownClient } from './refuse-locked.ts';
import { insertSession } from './sessions-store.ts';
import type { Challenge, LivenessDeps, LivenessLocale, LivenessPurpose, LivenessTest } from './types.ts';

export type CreateSessionRequest = {
  readonly clientId: string;
  readonly purpose: LivenessPurpose;
  readonly peopleId: Cpf | undefined;
  readonly locale: LivenessLocale;
  readonly redirectUrl: string | undefined;
  /** In place of `redirectUrl`: an address of this service, which no client lists. */
  readonly returnUrl?: string;
  readonly requester: Requester;
  /** `turns` unless given. */
  readonly challenge?: Challenge | undefined;
  /** Marks the session as a test of an operator. */
  readonly test?: LivenessTest;
};

export type CreatedSession = {
  readonly id: string;
  readonly state: 'created';
  /** Opens the capture page; the one-time code is in its fragment, which browsers send to nobody. */
  readonly captureUrl: string;
  readonly expiresAt: Date;
};

/**
 * A new session with its steps drawn, and the link that begins it once. It waits `beginSeconds`.
 *
 * Rejects with `liveness_locked` when too many sessions of the CPF in a row did not pass or the client is slowed down,
 * and with `liveness_redirect_invalid`, `liveness_redirect_not_listed` or `liveness_light_off`.
 */
export async function createSession(
  deps: Pick<
    LivenessDeps,
    'db' | 'clock' | 'auditKey' | 'cpfIndex' | 'limiter' | 'settings' | 'mobileBaseUrl' | 'rulesOfClients'
  >,
  request: CreateSessionRequest,
): Promise<CreatedSession> {
  const { challenge = 'turns' } = request;
  if (challenge === 'turns_and_light' && deps.settings.light !== 'offered') {
    throw new LivenessError('liveness_light_off');
  }
  const redirectUrl = request.returnUrl ?? (await findRedirect(deps, request));
  const now = deps.clock.now();
  const cpfIndex = request.peopleId && deps.cpfIndex(request.peopleId);
  if (cpfIndex !== undefined) await refuseLocked(deps, [{ column: 'cpf_index', value: cpfIndex }]);
  if (request.test === undefined) await slowDownClient(deps, request.clientId);
  const id = createId(livenessSessionIdKind, now.getTime());
  const { secret: code, hash: codeHash } = createSessionSecret();
  const expiresAt = new Date(now.getTime() + deps.settings.beginSeconds * 1000);
  await deps.db.transaction().execute(async (tx) => {
    await insertSession(tx, {
      id,
      clientId: request.clientId,
      cpfIndex,
      purpose: request.purpose,
      locale: request.locale,
      redirectUrl,
      createdAt: now,
      expiresAt,
      steps: drawSteps(undefined, challenge),
      codeHash,
      test: request.test,
    });
    const session = { id, cpfIndex };
    await recordTransition(tx, deps, session, { ...request.requester, action: 'liveness.create', at: now });
  });
  // The page is sent with the origins that may embed it, and its address is all that the server sees of a link.
  const isEmbedded = (await deps.rulesOfClients.listOrigins(request.clientId)).length > 0;
  const page = `${deps.mobileBaseUrl}/capture${isEmbedded ? `?s=${id}` : ''}`;
  return { id, state: 'created', captureUrl: `${page}#s=${id}&c=${code}`, expiresAt };
}

async function findRedirect(
  { rulesOfClients }: Pick<LivenessDeps, 'rulesOfClients'>,
  { clientId, redirectUrl }: CreateSessionRequest,
): Promise<string | undefined> {
  if (redirectUrl === undefined) return undefined;
  if (parseWebAddress(redirectUrl) === undefined) throw new LivenessError('liveness_redirect_invalid');
  const listed = await rulesOfClients.findRedirect(clientId, redirectUrl);
  if (listed === undefined) throw new LivenessError('liveness_redirect_not_listed');
  return listed;
}
