import { compareStillness, compareSurroundings, EngineError, type FaceObservation } from '../engine/index.ts';
import { ImageError, readImage } from '../images/index.ts';
import { askAgain } from './ask-again.ts';
import { isCopiedSession } from './find-copied-session.ts';
import { insertFingerprints } from './fingerprints-store.ts';
import { areFramesElsewhere, listFrames } from './frames-store.ts';
import { engineOf, type JudgedFrame, judgeFrames } from './judge-frames.ts';
import type { LivenessDeps } from './liveness-deps.ts';
import { recordTransition } from './record-transition.ts';
import { findSession, lockSession, updateSession } from './sessions-store.ts';
import { tellOfEnd } from './tell-of-end.ts';
import type { LivenessFrame, LivenessReason, LivenessSession, LivenessVerdict } from './types.ts';

export type JudgeDeps = Pick<
  LivenessDeps,
  'db' | 'clock' | 'auditKey' | 'cipher' | 'store' | 'engine' | 'settings'
>;

/** After so long without a judgement a session fails: nobody waits any more. */
const longestJudgingMs = 15 * 60_000;

/**
 * Looks at the frames of a session that was finished and stores the verdict. Does nothing for any other session; of two
 * judgements at once the first one counts. While the person waits, a session that `askAgain` has steps for goes on with
 * them, for `finishSeconds` at least. Rejects when the networks cannot be asked: the session then stays `judging`, and
 * `not_judged` after a quarter of an hour.
 */
export async function judgeSession(
  deps: JudgeDeps,
  id: string,
  isAwaited: () => boolean = () => false,
): Promise<void> {
  const session = await findSession(deps.db, id);
  if (session?.state !== 'judging') return;
  const frames = await listFrames(deps.db, id);
  const { fingerprintMethod: method } = deps.engine;
  let verdict: LivenessVerdict;
  let fingerprints: readonly Uint8Array[] = [];
  try {
    const { livenessEngine: engine, livenessThreshold: threshold } = deps.engine.describe();
    const judged = await Promise.all(frames.map((frame) => lookAt(deps, frame)));
    const seen = judged.flatMap(({ face }) => (face === undefined ? [] : [face.fingerprint]));
    verdict = judgeFrames(session.steps, judged, {
      compare: (a, b) => deps.engine.compare(a, b).similarity,
      compareSurroundings,
      compareStillness,
      passive: { engine, threshold },
      known: await findRepeats(deps, session, frames, seen),
    });
    fingerprints = seen;
  } catch (error) {
    const waited = deps.clock.now().getTime() - (session.endedAt?.getTime() ?? 0);
    if (waited < longestJudgingMs) throw error;
    verdict = notJudged(deps, session);
  }
  await deps.db.transaction().execute(async (tx) => {
    const current = await lockSession(tx, id);
    if (current?.state !== 'judging') return;
    const at = deps.clock.now();
    const { reasons } = verdict;
    const steps = isAwaited() ? askAgain(current.steps, reasons) : undefined;
    if (steps !== undefined) {
      const least = at.getTime() + deps.settings.finishSeconds * 1000;
      const expiresAt = new Date(Math.max(current.expiresAt.getTime(), least));
      await updateSession(tx, id, { state: 'capturing', steps, expiresAt, endedAt: null });
      const event = { by: 'service', action: 'liveness.repeat', detail: { reasons }, at } as const;
      return await recordTransition(tx, deps, current, event);
    }
    await updateSession(tx, id, {
      state: verdict.isAlive ? 'passed' : 'failed',
      verdict,
      endedAt: at,
    });
    if (deps.settings.replayDays > 0 && current.test === undefined) {
      await insertFingerprints(tx, deps.cipher, current, { frames: fingerprints, method, at });
    }
    await tellOfEnd(tx, current, at);
    await recordTransition(tx, deps, current, {
      by: 'service',
      at,
      ...(verdict.isAlive ? { action: 'liveness.pass' } : { action: 'liveness.fail', detail: { reasons } }),
    });
  });
}

type SeenFrame = JudgedFrame & { readonly face: FaceObservation | undefined };

async function lookAt(deps: JudgeDeps, { step, imageId, receivedAt }: LivenessFrame): Promise<SeenFrame> {
  const { bytes } = await readImage(deps, imageId);
  return { step, imageId, receivedAt, face: await findFace(deps, bytes) };
}

async function findFace({ engine }: JudgeDeps, bytes: Uint8Array): Promise<FaceObservation | undefined> {
  try {
    return await engine.observe(bytes);
  } catch (error) {
    // A frame without one face, or whose pixels are damaged, is what it is; anything else is no frame's fault.
    if ((error instanceof EngineError || error instanceof ImageError) && error.kind === 'invalid')
      return undefined;
    throw error;
  }
}

async function findRepeats(
  deps: JudgeDeps,
  session: LivenessSession,
  frames: readonly LivenessFrame[],
  fingerprints: readonly Uint8Array[],
): Promise<readonly LivenessReason[]> {
  const hashes = new Set(frames.map(({ hash }) => Buffer.from(hash).toString('base64')));
  const isSeenBefore =
    (await areFramesElsewhere(deps.db, session.id)) || (await isCopiedSession(deps, session, fingerprints));
  return [
    ...(hashes.size < frames.length ? (['frames_repeated'] as const) : []),
    ...(isSeenBefore ? (['frames_seen_before'] as const) : []),
  ];
}

function notJudged({ engine }: JudgeDeps, { steps }: LivenessSession): LivenessVerdict {
  return {
    probability: 0,
    isAlive: false,
    engine: engineOf(steps, engine.describe().livenessEngine),
    threshold: 0.5,
    reasons: ['not_judged'],
    steps: [],
  };
}
