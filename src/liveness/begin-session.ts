import { createHash, createHmac, randomBytes } from 'node:crypto';
import { challengeOf } from './draw-steps.ts';
import { LivenessError } from './errors.ts';
import { deriveSessionSecret, isSecretOf, requireOpen } from './open-capture.ts';
import { recordTransition } from './record-transition.ts';
import { refuseLocked } from './refuse-locked.ts';
import { findSession, lockSession, putSessionSecrets, updateSession } from './sessions-store.ts';
import type { LivenessDeps, LivenessSession } from './types.ts';
import { isUploadAllowed } from './use-session.ts';

type Consent = { readonly version: string; readonly text: string };

const versionLength = 16;

/** Sessions begun from one address in an hour at most. */
const mostBegun = { limit: 120, windowMs: 3_600_000 } as const;

/**
 * Begins a session by its one-time code, which opens nothing afterwards, and gives the secret for the rest. The same
 * for a code that handed the session over: the earlier secret then only watches.
 *
 * Whoever sends a nonce may ask again with the same code and nonce until the first step is shown: the answer is the
 * same, and nothing changes. A second use with another nonce, or without one, is refused.
 *
 * Rejects with `liveness_code_invalid` for a session, code or use that is not right, `liveness_session_ended`,
 * `liveness_consent_missing` for another version of the consent, and `liveness_locked` when one address begins
 * sessions without end, or too many of its sessions or of the device's did not pass. A locked code stays unused.
 */
export async function beginSession(
  deps: Pick<
    LivenessDeps,
    'db' | 'clock' | 'cipher' | 'auditKey' | 'settings' | 'limiter' | 'secretKey' | 'rulesOfClients'
  >,
  request: {
    readonly sessionId: string;
    readonly code: string;
    /** Random, of the caller's own making; undefined: the code works once. */
    readonly nonce: string | undefined;
    readonly consentVersion: string | undefined;
    readonly device: object | undefined;
    readonly sourceIp: string;
    /** Stands for the network the request came from. */
    readonly addressKey: string;
    readonly requestId?: string;
  },
) {
  const { sessionId, code, device, sourceIp } = request;
  const consent = consentOf(deps.settings);
  if (request.consentVersion !== undefined) requireConsent(consent, request.consentVersion);
  const nonce = request.nonce ?? randomBytes(32).toString('base64url');
  const { secret, hash: captureHash } = deriveSessionSecret(deps.secretKey, [sessionId, code, nonce]);
  const isRepetition = ({ state, captureHash: hash }: LivenessSession) =>
    state === 'started' && isSecretOf(secret, hash);
  const requireRight = (session: LivenessSession | undefined): LivenessSession => {
    if (session === undefined || !(isRepetition(session) || isSecretOf(code, session.codeHash))) {
      throw new LivenessError('liveness_code_invalid');
    }
    requireOpen(session, ['created', 'started'], deps.clock.now());
    return session;
  };
  // Only what begins a session is counted: strangers without a code lock nobody of their network out.
  if (!isRepetition(requireRight(await findSession(deps.db, sessionId)))) {
    const bucket = { policy: 'liveness-begin', key: request.addressKey, ...mostBegun };
    const [begun] = await deps.limiter.count([bucket]);
    if (begun?.isExceeded) {
      throw new LivenessError('liveness_locked', { retryAfterSeconds: Math.ceil(begun.resetMs / 1000) });
    }
  }
  const addressIndex = indexOf(deps, 'address', request.addressKey);
  const deviceId = nameOf(device);
  const deviceIndex = deviceId === undefined ? undefined : indexOf(deps, 'device', deviceId);
  await refuseLocked(deps, [
    ...(deviceIndex === undefined ? [] : [{ column: 'device_index', value: deviceIndex } as const]),
    { column: 'address_index', value: addressIndex },
  ]);
  const { session, finishBefore } = await deps.db.transaction().execute(async (tx) => {
    const session = requireRight(await lockSession(tx, sessionId));
    if (isRepetition(session)) return { session, finishBefore: session.expiresAt };
    const now = deps.clock.now();
    const finishBefore = new Date(now.getTime() + deps.settings.finishSeconds * 1000);
    await updateSession(tx, session.id, {
      state: 'started',
      expiresAt: finishBefore,
      codeHash: undefined,
      captureHash,
      addressIndex,
      deviceIndex,
      ...(consent === null ? {} : { consentVersion: consent.version }),
      ...(request.consentVersion === undefined ? {} : { consentedAt: now }),
    });
    await putSessionSecrets(tx, deps.cipher, session.id, {
      sourceIp,
      ...(device === undefined ? {} : { device }),
    });
    const { requestId } = request;
    await recordTransition(tx, deps, session, { by: 'link', action: 'liveness.begin', requestId, at: now });
    return { session, finishBefore };
  });
  return {
    /** Opens the other routes of the session. */
    secret,
    purpose: session.purpose,
    challenge: challengeOf(session),
    operatorName: deps.settings.operatorName,
    consent,
    locale: session.locale,
    redirectUrl: session.redirectUrl,
    /** Origins whose pages may embed the session. */
    captureOrigins: await deps.rulesOfClients.listOrigins(session.clientId),
    /** The operator's words to people who cannot make the movements; null without any. */
    alternative: deps.settings.alternativeText ?? null,
    isUploadAllowed: await isUploadAllowed(deps, session),
    finishBefore,
    extensionsLeft: Math.max(0, deps.settings.extensions - session.extensions),
  };
}

/** The name that the page gave to its browser; undefined without one. */
function nameOf(device: object | undefined): string | undefined {
  const id = (device as { readonly id?: unknown } | undefined)?.id;
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/** A keyed hash to count by. */
function indexOf({ secretKey }: Pick<LivenessDeps, 'secretKey'>, kind: string, value: string): Buffer {
  return createHmac('sha256', secretKey)
    .update(JSON.stringify([kind, value]))
    .digest();
}

/** The consent in force, its version made from its text; null without one. */
export function consentOf({
  consentText: text,
}: Pick<LivenessDeps['settings'], 'consentText'>): Consent | null {
  if (text === undefined) return null;
  return { version: createHash('sha256').update(text).digest('hex').slice(0, versionLength), text };
}

/** Passes when the version is that of the consent in force; otherwise `liveness_consent_missing`. */
export function requireConsent(consent: Consent | null, version: string): void {
  if (consent?.version !== version) throw new LivenessError('liveness_consent_missing');
}
