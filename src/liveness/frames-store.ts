import { type Db, type ToRow, type Tx, toRow } from '../platform/db/index.ts';
import { type LivenessFrame, uploadPlace } from './types.ts';

declare module '../platform/db/tables.ts' {
  interface Tables {
    liveness_frames: ToRow<LivenessFrame> & { session_id: string };
  }
}

/** Writes a frame whose image's row is written. The session must be locked. */
export async function insertFrame(tx: Tx, sessionId: string, frame: LivenessFrame): Promise<void> {
  await tx
    .insertInto('liveness_frames')
    .values(toRow({ sessionId, ...frame }))
    .execute();
}

/** The frames of a session in the order they came. */
export async function listFrames(db: Db, sessionId: string): Promise<readonly LivenessFrame[]> {
  return await db
    .selectFrom('liveness_frames')
    .select(['step', 'frame', 'image_id as imageId', 'hash', 'received_at as receivedAt'])
    .where('session_id', '=', sessionId)
    .orderBy('received_at')
    .orderBy('step')
    .orderBy('frame')
    .execute();
}

/** The photo file that a session ended by; undefined without one. */
export function uploadOf(frames: readonly LivenessFrame[]): LivenessFrame | undefined {
  return frames.find(({ step }) => step === uploadPlace.step);
}

/** True when another session holds one of a session's frames, byte for byte. Answered from an index. */
export async function areFramesElsewhere(db: Db, sessionId: string): Promise<boolean> {
  const found = await db
    .selectFrom('liveness_frames as own')
    .innerJoin('liveness_frames as other', 'other.hash', 'own.hash')
    .select('other.session_id')
    .where('own.session_id', '=', sessionId)
    .where('other.session_id', '!=', sessionId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Removes the frames of a session; gives the ids of their images, whose rows the caller removes. */
export async function deleteFrames(tx: Tx, sessionId: string): Promise<readonly string[]> {
  const rows = await tx
    .deleteFrom('liveness_frames')
    .where('session_id', '=', sessionId)
    .returning('image_id')
    .execute();
  return rows.map((row) => row.image_id);
}

/** The hashed CPF of the session that an image is a frame of. */
export async function findCpfOfImage(db: Db, imageId: string): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom('liveness_frames')
    .innerJoin('liveness_sessions', 'liveness_sessions.id', 'liveness_frames.session_id')
    .select('liveness_sessions.cpf_index')
    .where('liveness_frames.image_id', '=', imageId)
    .executeTakeFirst();
  return row?.cpf_index ?? undefined;
}
