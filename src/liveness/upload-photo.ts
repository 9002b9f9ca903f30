import { createHmac } from 'node:crypto';
import { inspectPhoto, prepareImage, stripMetadata } from '../images/index.ts';
import { mayBeCommitted } from '../platform/db/index.ts';
import { toAnswer } from '../platform/to-answer.ts';
import { consentOf, requireConsent } from './begin-session.ts';
import { LivenessError } from './errors.ts';
import { insertFrame, listFrames, uploadOf } from './frames-store.ts';
import { type CaptureKey, changeCapture, openCapture, requireOpen } from './open-capture.ts';
import { recordTransition } from './record-transition.ts';
import { updateSession } from './sessions-store.ts';
import { tellOfEnd } from './sums-store.ts';
import { type LivenessDeps, type LivenessFrame, uploadPlace } from './types.ts';
import { isUploadAllowed } from './use-session.ts';

/** The end of a session by a photo file, as its page learns of it. */
export type UploadedPhoto = { readonly state: 'not_performed'; readonly redirectUrl?: string };

/**
 * Ends a session with a photo file in place of the movements, where there is no camera anywhere: `not_performed`, with
 * the photo as the reference picture. It proves no liveness. The photo passes the whole intake and shows one face. The
 * same bytes again change nothing and are answered alike, so that a page may resend.
 *
 * Rejects with an `ImageError`, with the `EngineError` of a photo without one usable face, with
 * `liveness_upload_refused` where the operator or the client demands the movements, with `liveness_consent_missing`,
 * and with `liveness_session_ended` once a step was shown.
 *
 * See docs/decisions/0156.
 */
export async function uploadPhoto(
  deps: LivenessDeps,
  key: CaptureKey,
  upload: {
    readonly bytes: Uint8Array;
    readonly consentVersion?: string | undefined;
    readonly requestId?: string;
    /** Aborted when nobody waits for the answer any more. */
    readonly signal?: AbortSignal;
  },
): Promise<UploadedPhoto> {
  const states = ['started'] as const;
  const { consentVersion, requestId, signal } = upload;
  const session = await openCapture(deps.db, key);
  const answer: UploadedPhoto = toAnswer({ state: 'not_performed', redirectUrl: session.redirectUrl });
  const isFirst = (await findUpload(deps, session.id)) === undefined;
  if (isFirst) requireOpen(session, states, deps.clock.now());
  if (!(await isUploadAllowed(deps, session))) throw new LivenessError('liveness_upload_refused');
  if (consentVersion !== undefined) requireConsent(consentOf(deps.settings), consentVersion);

  const info = inspectPhoto(upload.bytes, { maxPixels: deps.photoLimits.maxPixels });
  const sender = { clientId: session.clientId, peopleId: session.id, signal };
  const photo = await stripMetadata(deps.converter, upload.bytes, info, sender);
  const hash = createHmac('sha256', deps.frameKey).update(photo.bytes).digest();
  if (await isUploaded(deps, session.id, hash)) return answer;
  if (!isFirst) throw new LivenessError('liveness_session_ended');
  await deps.engine.analyse(photo.bytes, { sender: { ...sender, pixels: info.width * info.height } });

  const prepared = await prepareImage(deps, photo);
  let isStored = false;
  try {
    await prepared.written;
    await changeCapture(deps, key, states, async (tx, locked, now) => {
      await insertFrame(tx, locked.id, { ...uploadPlace, hash, receivedAt: now }, prepared.image);
      const isAgreed = locked.consentVersion !== undefined && locked.consentedAt === undefined;
      await updateSession(tx, locked.id, {
        state: 'not_performed',
        endedAt: now,
        codeHash: null,
        ...(isAgreed ? { consentedAt: now } : {}),
      });
      await tellOfEnd(tx, locked, now);
      await recordTransition(tx, deps, locked, { by: 'link', action: 'liveness.upload', requestId, at: now });
    });
    isStored = true;
  } catch (error) {
    isStored = mayBeCommitted(error);
    // The same file may have come twice at once, and the other request was faster.
    if (!(error instanceof LivenessError) || !(await isUploaded(deps, session.id, hash))) throw error;
  } finally {
    if (!isStored) await prepared.discard();
  }
  return answer;
}

async function findUpload({ db }: Pick<LivenessDeps, 'db'>, id: string): Promise<LivenessFrame | undefined> {
  return uploadOf(await listFrames(db, id));
}

async function isUploaded(deps: Pick<LivenessDeps, 'db'>, id: string, hash: Uint8Array): Promise<boolean> {
  const upload = await findUpload(deps, id);
  return upload !== undefined && Buffer.from(upload.hash).equals(hash);
}
