import { createHmac } from 'node:crypto';
import { ImageError, inspectPhoto, storeImage, stripMetadata } from '../images/index.ts';
import { LivenessError } from './errors.ts';
import { frameLimits } from './frame-limits.ts';
import { insertFrame, listFrames } from './frames-store.ts';
import { openStepOf } from './next-step.ts';
import { type CaptureKey, changeCapture, openCapture, requireOpen } from './open-capture.ts';
import type { LivenessDeps, LivenessFrame, LivenessSession } from './types.ts';

type ReceivedFrame = { readonly step: number; readonly received: number; readonly wanted: number };

/**
 * Takes a frame of the open step: checked, without its metadata, encrypted under a key of its own. The same bytes under
 * the same index again change nothing and are answered alike, so that a page may resend. Whether it shows a face is
 * looked at when the session is judged.
 *
 * Rejects with an `ImageError`, with `liveness_frame_refused`, and as `changeCapture` does.
 */
export async function receiveFrame(
  deps: Pick<LivenessDeps, 'db' | 'clock' | 'auditKey' | 'cipher' | 'store' | 'converter' | 'frameKey'>,
  key: CaptureKey,
  frame: {
    readonly step: number;
    readonly frame: number;
    readonly bytes: Uint8Array;
    readonly signal?: AbortSignal;
  },
): Promise<ReceivedFrame> {
  const states = ['capturing'] as const;
  const session = await openCapture(deps.db, key);
  requireOpen(session, states, deps.clock.now());
  const info = inspectPhoto(frame.bytes, { maxPixels: frameLimits.maxPixels });
  if (info.format !== 'jpeg' && info.format !== 'webp') {
    throw new ImageError('image_unsupported', { detail: 'Frames are JPEG or WebP.' });
  }
  const sender = { clientId: session.clientId, peopleId: session.id, signal: frame.signal };
  const photo = await stripMetadata(deps.converter, frame.bytes, info, sender);
  const hash = createHmac('sha256', deps.frameKey).update(photo.bytes).digest();
  const wanted = { step: frame.step, frame: frame.frame, hash };
  const known = place(session, await listFrames(deps.db, session.id), wanted);
  if (known !== undefined) return known;
  return await storeImage(deps, photo, (insert) =>
    changeCapture(deps, key, states, async (tx, locked, receivedAt) => {
      const frames = await listFrames(tx, locked.id);
      const known = place(locked, frames, wanted);
      if (known !== undefined) return known;
      await insertFrame(tx, locked.id, { ...wanted, imageId: await insert(tx), receivedAt });
      return countOf(locked, [...frames, wanted], wanted.step);
    }),
  );
}

/** The answer for a frame that is there already; undefined for a new one. Throws `liveness_frame_refused`. */
function place(
  { steps }: LivenessSession,
  frames: readonly Pick<LivenessFrame, 'step' | 'frame' | 'hash'>[],
  wanted: Pick<LivenessFrame, 'step' | 'frame' | 'hash'>,
): ReceivedFrame | undefined {
  const same = frames.find(({ step, frame }) => step === wanted.step && frame === wanted.frame);
  if (same !== undefined) {
    if (Buffer.from(same.hash).equals(wanted.hash)) return countOf({ steps }, frames, wanted.step);
    throw new LivenessError('liveness_frame_refused', { detail: 'Another frame has this index already.' });
  }
  if (openStepOf(steps, frames)?.number !== wanted.step) {
    throw new LivenessError('liveness_frame_refused', { detail: 'The step is not the open one.' });
  }
  return undefined;
}

function countOf(
  { steps }: Pick<LivenessSession, 'steps'>,
  frames: readonly Pick<LivenessFrame, 'step'>[],
  step: number,
): ReceivedFrame {
  const received = frames.filter((frame) => frame.step === step).length;
  return { step, received, wanted: steps[step - 1]?.frames ?? 0 };
}
