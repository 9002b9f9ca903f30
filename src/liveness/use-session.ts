import { readImage } from '../images/index.ts';
import type { Tx } from '../platform/db/types.ts';
import { LivenessError } from './errors.ts';
import { nameFingerprints } from './fingerprints-store.ts';
import { listFrames, uploadOf } from './frames-store.ts';
import { findSession, markUsed } from './sessions-store.ts';
import type { LivenessDeps, LivenessPurpose, LivenessSession, LivenessVerdict } from './types.ts';

/** A session that may be used, with the frame that stands for the person. */
export type UsableSession = {
  readonly id: string;
  readonly photo: Uint8Array;
  /** Undefined for a photo file that was sent in place of the movements: it is worth a photo alone. */
  readonly liveness: Pick<LivenessVerdict, 'probability' | 'isAlive' | 'engine' | 'threshold'> | undefined;
};

/** The operations on sessions for other domains, and the operator's demand. */
export type LivenessSessions = ReturnType<typeof createLivenessSessions>;

/** Time that a session may be used after it passed. */
const usableMs = 10 * 60_000;

export function createLivenessSessions(
  deps: Pick<LivenessDeps, 'db' | 'store' | 'cipher' | 'clock' | 'rulesOfClients'>,
) {
  return {
    /** Rejects with `liveness_session_required` when a photo alone is not enough for the purpose and the client. */
    async requireSession(purpose: 'authenticate' | 'register', clientId: string): Promise<void> {
      const use = purpose === 'authenticate' ? 'authentication' : 'registration';
      if ((await deps.rulesOfClients.findDemand(clientId, use)) === 'challenge') {
        throw new LivenessError('liveness_session_required');
      }
    },
    /** Origins whose pages may embed a session: those of its client; none for a session that is not there. */
    async listOrigins(id: string): Promise<readonly string[]> {
      const session = await findSession(deps.db, id);
      return session === undefined ? [] : await deps.rulesOfClients.listOrigins(session.clientId);
    },
    /**
     * A session that passed, for this purpose, client and person, or one with a photo file in place of the movements
     * where neither the operator nor the client demands them. Rejects with `liveness_session_not_found`, and with
     * `liveness_session_unusable` for another purpose or CPF, one that did neither, ended longer than ten minutes ago
     * or was used. Uses nothing.
     */
    async findUsable(
      id: string,
      use: { readonly purpose: LivenessPurpose; readonly clientId: string; readonly cpfIndex: Uint8Array },
    ): Promise<UsableSession> {
      const { purpose, clientId, cpfIndex } = use;
      const none = () => new LivenessError('liveness_session_not_found');
      const session = await findSession(deps.db, id);
      if (session === undefined || session.clientId !== clientId || session.test !== undefined) {
        throw none();
      }
      if (session.purpose !== purpose)
        throw unusable(`The session is for another purpose, ${session.purpose}.`);
      if (session.cpfIndex !== undefined && !Buffer.from(session.cpfIndex).equals(cpfIndex)) {
        throw unusable('The session is for another CPF.');
      }
      const { endedAt } = session;
      if (session.usedAt !== undefined) throw unusable('The session was used before.');
      const reference = await findReference(deps, session);
      if (reference === undefined || endedAt === undefined) throw unusable('The session did not pass.');
      if (reference.liveness === undefined && !(await isUploadAllowed(deps, session))) {
        throw unusable('The session holds a photo file, and a challenge is required.');
      }
      if (endedAt.getTime() + usableMs <= deps.clock.now().getTime()) {
        throw unusable('The session ended more than ten minutes ago.');
      }
      const { bytes } = await readImage(deps, reference.imageId, none);
      return { id, photo: bytes, liveness: reference.liveness };
    },
    /**
     * Uses a session in the transaction of what it is used for; rejects with `liveness_session_unusable` when another was
     * faster.
     */
    async use(
      tx: Tx,
      id: string,
      { by, cpfIndex }: { readonly by: string; readonly cpfIndex: Uint8Array },
    ): Promise<void> {
      const now = deps.clock.now();
      const endedAfter = new Date(now.getTime() - usableMs);
      if (!(await markUsed(tx, id, { by, cpfIndex, now, endedAfter }))) {
        throw unusable('The session was used before.');
      }
      await nameFingerprints(tx, id, cpfIndex);
    },
  };
}

/** The picture of the person that a session ended with; undefined when it neither passed nor holds a photo file. */
async function findReference(
  { db }: Pick<LivenessDeps, 'db'>,
  { id, state, verdict }: LivenessSession,
): Promise<(Pick<UsableSession, 'liveness'> & { readonly imageId: string }) | undefined> {
  if (state === 'not_performed') {
    const upload = uploadOf(await listFrames(db, id));
    return upload && { imageId: upload.imageId, liveness: undefined };
  }
  if (state !== 'passed' || verdict?.referenceImageId === undefined) return undefined;
  const { probability, isAlive, engine, threshold, referenceImageId } = verdict;
  return { imageId: referenceImageId, liveness: { probability, isAlive, engine, threshold } };
}

function unusable(detail: string): LivenessError {
  return new LivenessError('liveness_session_unusable', { detail });
}

/** The demands that count for a purpose. A `check` is for nothing in particular: both count. */
const uses = {
  authenticate: ['authentication'],
  register: ['registration'],
  check: ['authentication', 'registration'],
} as const satisfies Readonly<Record<LivenessPurpose, readonly string[]>>;

/** True when a photo file may take the place of the movements: neither the operator nor the client demands them. */
export async function isUploadAllowed(
  { rulesOfClients }: Pick<LivenessDeps, 'rulesOfClients'>,
  { clientId, purpose }: Pick<LivenessSession, 'clientId' | 'purpose'>,
): Promise<boolean> {
  for (const use of uses[purpose]) {
    if ((await rulesOfClients.findDemand(clientId, use)) === 'challenge') return false;
  }
  return true;
}
