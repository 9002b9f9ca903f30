import { EngineError } from '../engine/index.ts';
import { ImageError, readImage } from '../images/index.ts';
import { findPersonIdByIndex } from '../people/index.ts';
import type { Cpf } from '../platform/documents.ts';
import { attemptIdKind, firstIdAt, isId } from '../platform/ids.ts';
import { findAttempt, listNewestAttempts } from './attempts-store.ts';
import { FaceError } from './errors.ts';
import type { FaceDeps } from './face-deps.ts';
import type { Attempt, LookAgainDeps } from './types.ts';

export type ListAttemptsQuery = {
  /** Whose attempts; everybody's when undefined. */
  readonly person: { readonly cpf: Cpf } | { readonly personId: string } | undefined;
  readonly clientId: string | undefined;
  readonly isMatch: boolean | undefined;
  /** Made at this moment or later. */
  readonly from: Date | undefined;
  /** Made before this moment. */
  readonly to: Date | undefined;
  /** Id of the last attempt of the page before. */
  readonly before: string | undefined;
  readonly limit: number;
};

export type AttemptPage = {
  readonly attempts: readonly Attempt[];
  /** Id of the last of them; undefined when there are no more. */
  readonly next: string | undefined;
  /** Profile of the person that was asked for; undefined when nobody was, and for an unknown CPF. */
  readonly personId: string | undefined;
};

/** A page of attempts, newest first; empty for a person nobody knows. Those of an erased person say nothing personal. */
export async function listAttempts(
  deps: Pick<FaceDeps, 'db' | 'cipher' | 'cpfIndex'>,
  query: ListAttemptsQuery,
): Promise<AttemptPage> {
  const { person, from, to, limit, ...filter } = query;
  const personId =
    person && 'cpf' in person
      ? await findPersonIdByIndex(deps.db, deps.cpfIndex(person.cpf))
      : person?.personId;
  if (person !== undefined && personId === undefined) {
    return { attempts: [], next: undefined, personId: undefined };
  }
  const found = await listNewestAttempts(deps.db, deps.cipher, {
    ...filter,
    personId,
    // Identifiers begin with the moment the attempt was made, so one index serves order, pages and moments.
    fromId: from && firstIdAt(attemptIdKind, from.getTime()),
    toId: to && firstIdAt(attemptIdKind, to.getTime()),
    limit: limit + 1,
  });
  const attempts = found.slice(0, limit);
  return { attempts, next: found.length > limit ? attempts.at(-1)!.id : undefined, personId };
}

/**
 * The stored record of an authentication. Who may read it is the caller's to check: any token with the scope,
 * and a token bound to a person that person's attempts only.
 *
 * Rejects with `attempt_not_found` for an unknown and for a malformed id alike.
 */
export async function getAttempt(deps: Pick<FaceDeps, 'db' | 'cipher'>, id: string): Promise<Attempt> {
  const attempt = isId(attemptIdKind, id) ? await findAttempt(deps.db, deps.cipher, id) : undefined;
  if (attempt === undefined) throw new FaceError('attempt_not_found');
  return attempt;
}

/** The points of the face mesh, x and y in turn, as fractions of width and height of the upright photo. */
export type FaceLandmarks = { readonly width: number; readonly height: number; readonly points: number[] };

/**
 * Where the networks see the faces of an attempt's two photos. They look again: points are not stored. Undefined for a
 * photo that is gone or in which the networks of today find no face. Rejects with `attempt_not_found`, and with
 * `face_engine_timeout`.
 */
export async function findLandmarks(
  deps: LookAgainDeps,
  attemptId: string,
): Promise<{
  readonly attempt: Attempt;
  readonly registered: FaceLandmarks | undefined;
  readonly received: FaceLandmarks | undefined;
}> {
  const attempt = await getAttempt(deps, attemptId);
  const registered = await locate(deps, attempt.registeredImageId);
  const received = await locate(deps, attempt.receivedImageId);
  return { attempt, registered, received };
}

async function locate(deps: LookAgainDeps, imageId: string | undefined): Promise<FaceLandmarks | undefined> {
  if (imageId === undefined) return undefined;
  try {
    const { bytes } = await readImage(deps, imageId);
    const { points, photo } = await deps.engine.observe(bytes);
    const round = (fraction: number) => Math.round(fraction * 10_000) / 10_000;
    const fractionOf = (value: number, index: number) =>
      value / (index % 2 === 0 ? photo.width : photo.height);
    return { ...photo, points: Array.from(points, (value, index) => round(fractionOf(value, index))) };
  } catch (error) {
    const isGone = error instanceof ImageError && error.code === 'image_not_found';
    const isUnseen = error instanceof EngineError && error.kind === 'invalid';
    if (isGone || isUnseen) return undefined;
    throw error;
  }
}
