import { createHmac } from 'node:crypto';
import { inspectPhoto, storeImage, stripMetadata } from '../images/index.ts';
import { toAnswer } from '../platform/to-answer.ts';
import { consentOf, requireConsent } from './begin-session.ts';
import { LivenessError } from './errors.ts';
import { insertFrame, listFrames, uploadOf } from './frames-store.ts';
import { type CaptureKey, changeCapture, openCapture, requireOpen } from './open-capture.ts';
import { updateSession } from './sessions-store.ts';
import { tellOfEnd } from './sums-store.ts';
import { type LivenessDeps, type LivenessFrame, uploadPlace } from './types.ts';
import { isUploadAllowed } from './use-session.ts';

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
    /** Aborted when nobody waits for the answer any more. */
    readonly signal?: AbortSignal;
  },
) {
  const states = ['started'] as const;
  const { consentVersion, signal } = upload;
  const session = await openCapture(deps.db, key);
  const answer = toAnswer({ state: 'not_performed', redirectUrl: session.redirectUrl });
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
  const storing = storeImage(deps, photo, (insert) =>
    changeCapture(deps, key, states, async (tx, locked, now, record) => {
      const imageId = await insert(tx);
      await insertFrame(tx, locked.id, { ...uploadPlace, imageId, hash, receivedAt: now });
      const isAgreed = locked.consentVersion !== undefined && locked.consentedAt === undefined;
      await updateSession(tx, locked.id, {
        state: 'not_performed',
        endedAt: now,
        codeHash: undefined,
        ...(isAgreed ? { consentedAt: now } : {}),
      });
      await tellOfEnd(tx, locked, now);
      await record('liveness.upload');
    }),
  );
  await storing.catch(async (error: unknown) => {
    // The same file may have come twice at once, and the other request was faster.
    if (!(error instanceof LivenessError) || !(await isUploaded(deps, session.id, hash))) throw error;
  });
  return answer;
}

async function findUpload({ db }: Pick<LivenessDeps, 'db'>, id: string): Promise<LivenessFrame | undefined> {
  return uploadOf(await listFrames(db, id));
}

async function isUploaded(deps: Pick<LivenessDeps, 'db'>, id: string, hash: Uint8Array): Promise<boolean> {
  const upload = await findUpload(deps, id);
  return upload !== undefined && Buffer.from(upload.hash).equals(hash);
}
