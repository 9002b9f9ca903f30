import { readImageForCopy } from '../images/index.ts';
import { isPartitionEmpty, type Tx } from '../platform/db/index.ts';
import { parseCpf } from '../platform/documents.ts';
import type { ErasedPart, ExportPart, PersonRows, RetentionRule } from '../platform/personal-data.ts';
import { removeSession } from './delete-session.ts';
import { deleteFingerprintsOfCpf } from './fingerprints-store.ts';
import { listFrames } from './frames-store.ts';
import { findSession, findSessionSecrets, listOldSessions, listSessionsOfCpf } from './sessions-store.ts';
import { deleteTriesOfCpf, listKeptTries } from './tries-store.ts';
import type { LivenessDeps } from './types.ts';

/** Erases the sessions of a person with their frames, and what frames of earlier ones are recognised by. */
export async function erasePart(tx: Tx, person: PersonRows): Promise<ErasedPart> {
  const imageIds: string[] = [];
  let [livenessSessions, livenessFingerprints] = [0, 0];
  for (const { cpfIndex } of person.rows) {
    if (cpfIndex === undefined) continue;
    for (const id of await listSessionsOfCpf(tx, cpfIndex)) {
      imageIds.push(...(await removeSession(tx, id)));
      livenessSessions += 1;
    }
    // Last: a session that was judged or removed meanwhile left some. They also outlive sessions that are gone.
    await deleteTriesOfCpf(tx, cpfIndex);
    livenessFingerprints += await deleteFingerprintsOfCpf(tx, cpfIndex);
  }
  return { erased: { livenessSessions, livenessFingerprints }, imageIds };
}

/** Deletes sessions that were used once their time is over, and months of frames that none is left of. */
export function retentionRule(days: number | undefined): RetentionRule {
  return {
    name: 'used liveness sessions (RETENTION_LIVENESS_DAYS)',
    days,
    months: { table: 'liveness_frames', mayGo: isPartitionEmpty },
    async eraseBatch(tx, before, limit, _now, held) {
      const ids = await listOldSessions(tx, before, { used: true, limit, butOf: held.cpfIndexes });
      const files: string[] = [];
      for (const id of ids) files.push(...(await removeSession(tx, id)));
      return { count: ids.length, files };
    },
  };
}

type ExportDeps = Pick<LivenessDeps, 'db' | 'cipher' | 'cpfIndex' | 'store'>;

/** The sessions of a person with their frames in base64, and the tries of removed sessions, for the person's copy. */
export function exportParts(deps: ExportDeps): readonly ExportPart[] {
  return [
    { name: 'livenessSessions', list: ({ cpf }) => eachSession(deps, cpf) },
    { name: 'livenessTries', list: ({ cpf }) => eachTry(deps, cpf) },
  ];
}

async function* eachSession(deps: ExportDeps, text: string | undefined) {
  const cpf = parseCpf(text);
  if (cpf === undefined) return;
  for (const id of await listSessionsOfCpf(deps.db, deps.cpfIndex(cpf))) {
    const session = await findSession(deps.db, id);
    if (session === undefined) continue;
    const { purpose, state, createdAt, endedAt, usedAt, consentVersion, consentedAt, verdict } = session;
    const photos = [];
    for (const { step, frame, receivedAt, imageId } of await listFrames(deps.db, id)) {
      photos.push({ step, frame, receivedAt, ...(await readImageForCopy(deps, imageId)) });
    }
    const secrets = await findSessionSecrets(deps.db, deps.cipher, id);
    yield {
      id,
      purpose,
      state,
      createdAt,
      endedAt,
      usedAt,
      consentVersion,
      consentedAt,
      verdict,
      ...secrets,
      photos,
    };
  }
}

async function* eachTry({ db, cpfIndex }: ExportDeps, text: string | undefined) {
  const cpf = parseCpf(text);
  if (cpf !== undefined) yield* await listKeptTries(db, cpfIndex(cpf));
}
