import { readImage } from '../images/index.ts';
import type { Tx } from '../platform/db/types.ts';
import { isId } from '../platform/ids.ts';
import { LivenessError } from './errors.ts';
import { nameFingerprints } from './fingerprints-store.ts';
import { livenessSessionIdKind } from './id-kinds.ts';
import type { LivenessDeps } from './liveness-deps.ts';
import { findSession, markUsed } from './sessions-store.ts';
import type { LivenessPurpose, LivenessVerdict } from './types.ts';

/** A session that may be used, with the frame that stands for the person. */
export type UsableSession = {
  readonly id: string;
  readonly photo: Uint8Array;
  readonly liveness: Pick<LivenessVerdict, 'probability' | 'isAlive' | 'engine' | 'threshold'>;
};

/** The operations on sessions for other domains, and the operator's demand. */
export type LivenessSessions = {
  /** Rejects with `liveness_session_required` when a photo alone is not enough for the purpose and the client. */
  requireSession(purpose: 'authenticate' | 'register', clientId: string): Promise<void>;
  /** Origins whose pages may embed a session: those of its client; none for a session that is not there. */
  listOrigins(id: string): Promise<readonly string[]>;
  /**
   * A session that passed, for this purpose, client and person. Rejects with `liveness_session_not_found`, and with
   * `liveness_session_unusable` for another purpose or CPF, one that did not pass, passed longer than ten minutes ago
   * or was used. Uses nothing.
   */
  findUsable(
    id: string,
    use: {
      readonly purpose: LivenessPurpose;
      readonly clientId: string;
      readonly cpfIndex: Uint8Array;
    },
  ): Promise<UsableSession>;
  /** Uses a session in the transaction of what it is used for; rejects with `liveness_session_unusable` when another was faster. */
  use(tx: Tx, id: string, use: { readonly by: string; readonly cpfIndex: Uint8Array }): Promise<void>;
};

/** Time that a session may be used after it passed. */
const usableMs = 10 * 60_000;

export function createLivenessSessions(
  deps: Pick<LivenessDeps, 'db' | 'store' | 'cipher' | 'clock' | 'rulesOfClients'>,
): LivenessSessions {
  return {
    async requireSession(purpose, clientId) {
      const use = purpose === 'authenticate' ? 'authentication' : 'registration';
      if ((await deps.rulesOfClients.findDemand(clientId, use)) === 'challenge') {
        throw new LivenessError('liveness_session_required');
      }
    },
    async listOrigins(id) {
      const session = isId(livenessSessionIdKind, id) ? await findSession(deps.db, id) : undefined;
      return session === undefined ? [] : await deps.rulesOfClients.listOrigins(session.clientId);
    },
    async findUsable(id, { purpose, clientId, cpfIndex }) {
      const session = isId(livenessSessionIdKind, id) ? await findSession(deps.db, id) : undefined;
      if (session === undefined || session.clientId !== clientId || session.test !== undefined) {
        throw new LivenessError('liveness_session_not_found');
      }
      if (session.purpose !== purpose)
        throw unusable(`The session is for another purpose, ${session.purpose}.`);
      if (session.cpfIndex !== undefined && !Buffer.from(session.cpfIndex).equals(cpfIndex)) {
        throw unusable('The session is for another CPF.');
      }
      const { verdict, endedAt } = session;
      if (session.usedAt !== undefined) throw unusable('The session was used before.');
      if (session.state !== 'PASSED' || verdict?.referenceImageId === undefined || endedAt === undefined) {
        throw unusable('The session did not pass.');
      }
      if (endedAt.getTime() + usableMs <= deps.clock.now().getTime()) {
        throw unusable('The session passed more than ten minutes ago.');
      }
      const { bytes } = await readImage(deps, verdict.referenceImageId);
      const { probability, isAlive, engine, threshold } = verdict;
      return { id, photo: bytes, liveness: { probability, isAlive, engine, threshold } };
    },
    async use(tx, id, { by, cpfIndex }) {
      const now = deps.clock.now();
      const passedAfter = new Date(now.getTime() - usableMs);
      if (!(await markUsed(tx, id, { by, cpfIndex, now, passedAfter }))) {
        throw unusable('The session was used before.');
      }
      await nameFingerprints(tx, id, cpfIndex);
    },
  };
}

function unusable(detail: string): LivenessError {
  return new LivenessError('liveness_session_unusable', { detail });
}
