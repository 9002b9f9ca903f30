import { randomInt } from 'node:crypto';
import {
  compareStillness,
  compareSurroundings,
  EngineError,
  type FaceObservation,
  measureRelief,
} from '../engine/index.ts';
import { ImageError, readImage } from '../images/index.ts';
import {
  type FingerprintsOf,
  insertFingerprints,
  listFingerprinted,
  lockFingerprints,
  readFingerprints,
} from './fingerprints-store.ts';
import { areFramesElsewhere, listFrames } from './frames-store.ts';
import { engineOf, judgeFrames } from './judge-frames.ts';
import { recordTransition } from './record-transition.ts';
import { findSession, lockSession, updateSession } from './sessions-store.ts';
import { tellOfEnd } from './sums-store.ts';
import {
  type LivenessDeps,
  type LivenessFrame,
  type LivenessReason,
  type LivenessSession,
  type LivenessStep,
  type LivenessVerdict,
  type MendableReason,
  mendableReasons,
  type StepKind,
} from './types.ts';

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
  const compared = new Set<string>();
  try {
    const { livenessEngine: engine, livenessThreshold: threshold } = deps.engine.describe();
    const judged = await Promise.all(frames.map((frame) => lookAt(deps, frame)));
    const seen = judged.flatMap(({ face }) => (face === undefined ? [] : [face.fingerprint]));
    verdict = judgeFrames(session.steps, judged, {
      compare: (a, b) => deps.engine.compare(a, b).similarity,
      compareSurroundings,
      compareStillness,
      measureRelief,
      passive: { engine, threshold },
      known: await findRepeats(deps, session, frames, seen, compared),
    });
    fingerprints = seen;
  } catch (error) {
    const waited = deps.clock.now().getTime() - (session.endedAt?.getTime() ?? 0);
    if (waited < longestJudgingMs) throw error;
    verdict = notJudged(deps, session);
  }
  const isOutdated = await deps.db.transaction().execute(async (tx) => {
    const current = await lockSession(tx, id);
    // After another judgement the session may have gone on, and have been finished again with more frames.
    if (current?.state !== 'judging' || current.endedAt?.getTime() !== session.endedAt?.getTime())
      return false;
    await lockFingerprints(tx);
    if (
      !verdict.reasons.includes('frames_seen_before') &&
      (await isCopiedSession({ ...deps, db: tx }, current, fingerprints, compared))
    ) {
      return true;
    }
    const at = deps.clock.now();
    const { reasons } = verdict;
    const steps = isAwaited() ? askAgain(current.steps, reasons) : undefined;
    if (steps !== undefined) {
      const least = at.getTime() + deps.settings.finishSeconds * 1000;
      const expiresAt = new Date(Math.max(current.expiresAt.getTime(), least));
      await updateSession(tx, id, { state: 'capturing', steps, expiresAt, endedAt: undefined });
      const event = { by: 'service', action: 'liveness.repeat', detail: { reasons }, at } as const;
      await recordTransition(tx, deps, current, event);
      return false;
    }
    await updateSession(tx, id, { state: verdict.isAlive ? 'passed' : 'failed', verdict, endedAt: at });
    if (deps.settings.replayDays > 0 && current.test === undefined) {
      await insertFingerprints(tx, deps.cipher, current, { frames: fingerprints, method, at });
    }
    await tellOfEnd(tx, current, at);
    await recordTransition(tx, deps, current, {
      by: 'service',
      at,
      ...(verdict.isAlive ? { action: 'liveness.pass' } : { action: 'liveness.fail', detail: { reasons } }),
    });
    return false;
  });
  // A copy was judged since the comparison: this time it is found.
  if (isOutdated) await judgeSession(deps, id, isAwaited);
}

async function lookAt(deps: JudgeDeps, { step, imageId, receivedAt }: LivenessFrame) {
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
  compared: Set<string>,
): Promise<readonly LivenessReason[]> {
  const hashes = new Set(frames.map(({ hash }) => Buffer.from(hash).toString('base64')));
  const isSeenBefore =
    (await areFramesElsewhere(deps.db, session.id)) ||
    (await isCopiedSession(deps, session, fingerprints, compared));
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

/** Sessions that one is compared with at most, the newest. */
const mostSessionsCompared = 200;
/** Share of a session's frames that are near copies of one earlier session's from which on it is taken for a replay. */
const leastCopiedShare = 1 / 3;
/** Frames that must be near copies at least. */
const leastCopied = 3;
/** Sessions whose fingerprints are in memory at once: some 75 kB each. */
const batch = 20;

const dayMs = 24 * 60 * 60 * 1000;

/**
 * True when a third of the frames are near copies of frames of one earlier session of the same CPF, or of the same client
 * while it is of nobody: recompressed, resized, cropped a little, shown again in whatever order. Looks at sessions of the
 * last `replayDays`, `mostSessionsCompared` at most, but for those `compared` before; adds to these.
 *
 * NOT verified: that a recording which was filmed anew, or of which other stills are sent, is none.
 *
 * See docs/decisions/0130-verdicts-know-earlier-sessions.md.
 */
async function isCopiedSession(
  {
    db,
    cipher,
    clock,
    engine,
    settings,
  }: Pick<LivenessDeps, 'db' | 'cipher' | 'clock' | 'engine' | 'settings'>,
  of: FingerprintsOf,
  frames: readonly Uint8Array[],
  compared: Set<string>,
): Promise<boolean> {
  const enough = Math.max(leastCopied, Math.ceil(frames.length * leastCopiedShare));
  if (settings.replayDays === 0 || frames.length < enough) return false;
  const since = new Date(clock.now().getTime() - settings.replayDays * dayMs);
  const method = engine.fingerprintMethod;
  const listed = await listFingerprinted(db, of, { since, method, limit: mostSessionsCompared });
  const ids = listed.filter((id) => !compared.has(id));
  for (const id of ids) compared.add(id);
  for (let at = 0; at < ids.length; at += batch) {
    for (const earlier of await readFingerprints(db, cipher, ids.slice(at, at + batch))) {
      if ((await engine.countCopiedFrames(frames, earlier, enough)) >= enough) return true;
    }
  }
  return false;
}

/** Movements that one session asks for again at most. */
export const mostAskedAgain = 2;

/**
 * The steps of a session with those that may mend what it lacks, to be shown after the others: straight ahead for light
 * and sharpness, one of its turns, at random, for a frame on the way. Everything that was sent is judged with them.
 *
 * Undefined when anything else speaks against the session, so that nobody who is taken for an attack tries again within
 * it, and when more than `mostAskedAgain` of its steps would be asked for again.
 */
export function askAgain(
  steps: readonly LivenessStep[],
  reasons: readonly LivenessReason[],
  draw: (count: number) => number = randomInt,
): readonly LivenessStep[] | undefined {
  const lacking = reasons.filter(isMendable);
  if (lacking.length === 0 || lacking.length < reasons.length) return undefined;
  const more = lacking.map((again): LivenessStep => {
    const fits = again === 'turn_too_quick' ? isTurn : isAhead;
    const own = steps.filter(({ kind }) => fits(kind));
    const { kind, frames, between } = own[again === 'turn_too_quick' ? draw(own.length) : 0]!;
    return { kind, frames, ...(between === undefined ? {} : { between }), again };
  });
  const asked = steps.filter(({ again }) => again !== undefined).length;
  return asked + more.length > mostAskedAgain ? undefined : [...steps, ...more];
}

/** The reason that a session waits for a movement again; undefined when it does not, or the movement was shown. */
export function waitsFor(steps: readonly LivenessStep[]): MendableReason | undefined {
  return steps.find(({ again, shownAt }) => again !== undefined && shownAt === undefined)?.again;
}

function isMendable(reason: LivenessReason): reason is MendableReason {
  return (mendableReasons as readonly LivenessReason[]).includes(reason);
}

function isAhead(kind: StepKind): boolean {
  return kind === 'center';
}

function isTurn(kind: StepKind): boolean {
  return kind !== 'center' && kind !== 'light';
}
