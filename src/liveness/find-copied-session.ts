import { type FingerprintsOf, listFingerprinted, readFingerprints } from './fingerprints-store.ts';
import type { LivenessDeps } from './liveness-deps.ts';

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
 * last `replayDays`, `mostSessionsCompared` at most.
 *
 * NOT verified: that a recording which was filmed anew, or of which other stills are sent, is none.
 *
 * See docs/decisions/0130-verdicts-know-earlier-sessions.md.
 */
export async function isCopiedSession(
  {
    db,
    cipher,
    clock,
    engine,
    settings,
  }: Pick<LivenessDeps, 'db' | 'cipher' | 'clock' | 'engine' | 'settings'>,
  of: FingerprintsOf,
  frames: readonly Uint8Array[],
): Promise<boolean> {
  const enough = Math.max(leastCopied, Math.ceil(frames.length * leastCopiedShare));
  if (settings.replayDays === 0 || frames.length < enough) return false;
  const since = new Date(clock.now().getTime() - settings.replayDays * dayMs);
  const method = engine.fingerprintMethod;
  const ids = await listFingerprinted(db, of, { since, method, limit: mostSessionsCompared });
  for (let at = 0; at < ids.length; at += batch) {
    for (const earlier of await readFingerprints(db, cipher, ids.slice(at, at + batch))) {
      if ((await engine.countCopiedFrames(frames, earlier, enough)) >= enough) return true;
    }
  }
  return false;
}
