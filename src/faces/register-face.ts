import { type FaceAnalysis, findCommonTemplates, mostPeople, partModelsOf } from '../engine/index.ts';
import { discardImageFiles, insertImage } from '../images/index.ts';
import type { UsableSession } from '../liveness/index.ts';
import { lockPerson } from '../people/index.ts';
import { mayBeCommitted } from '../platform/db/index.ts';
import type { Cpf } from '../platform/documents.ts';
import { recordEvent } from '../platform/events/index.ts';
import { createId } from '../platform/ids.ts';
import { analyseAndKeep } from './analyse-and-keep.ts';
import { joinCohort } from './cohort/index.ts';
import { faceIdKind, faceRegistered } from './declarations.ts';
import { insertPendingSearch } from './duplicates/index.ts';
import { putFingerprint } from './evidence-store.ts';
import type { FaceDeps } from './face-deps.ts';
import { findFaces, insertFace } from './faces-store.ts';
import { reportDuplicates, searchAgainAfterMs } from './finish-duplicate-searches.ts';
import { comparableFace } from './refresh-face-templates.ts';
import { refusePoorPhoto } from './refuse-poor-photo.ts';
import { removeFaces } from './registered-faces.ts';
import type { LegalBasis, PhotoSource, ReferenceFace } from './types.ts';

type RegisterFaceOptions = {
  /** The client that sends the photo; it gets its share of the fetches and conversions. */
  readonly clientId: string;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal?: AbortSignal;
  /** Also look for the same face under other CPFs. */
  readonly searchDuplicates?: boolean;
  /** On what it is registered, kept with the photo. */
  readonly legalBasis?: LegalBasis | undefined;
};

/**
 * Adds a reference photo to a CPF, making the person when there is none. A photo registered before stays while
 * there is room for `maxReferences`; then the oldest one's template goes, and its image too unless an attempt
 * compared it. Sending the same photo again makes no second reference: it only becomes the newest. Gives how many there
 * are then, and whether it is the first.
 *
 * With `searchDuplicates` every face registered for another CPF by then is compared once this one is stored: of two
 * registrations at the same time at least one sees the other. A search that could not compare all faces is finished by
 * the job `finish-duplicate-searches`.
 *
 * A liveness session stands for the photo: its best frame is registered, and it is used by that. So is a photo file that
 * was sent in one in place of the movements; people are asked to look at it.
 *
 * Rejects, changing nothing, with the codes of `LivenessSessions`, the codes of a bad photo (`ImageError`, `FaceError`), and of a poor one
 * (`refusePoorPhoto`), and with `person_held` when an earlier photo would go while a hold stands.
 *
 * See docs/decisions/0019.
 */
export async function registerFace(
  deps: FaceDeps,
  cpf: Cpf,
  source: PhotoSource | { readonly kind: 'session'; readonly id: string },
  { searchDuplicates = false, legalBasis, clientId, signal }: RegisterFaceOptions,
) {
  const cpfIndex = deps.cpfIndex(cpf);
  const session = await findSession(deps, source, { clientId, cpfIndex });
  const given = source.kind === 'session' ? ({ kind: 'bytes', bytes: session!.photo } as const) : source;
  const duplicates = searchDuplicates ? deps.duplicates : undefined;
  const { templateModel } = deps.engine.describe();
  const models = deps.engine.templateModels();
  const earlier = (await findFaces(deps.db, deps.cipher, cpfIndex)).flatMap((old) => {
    const model = comparableFace(models, old)?.templateModel;
    return model === undefined || partModelsOf(templateModel).includes(model) ? [] : [model];
  });
  const sender = { clientId, peopleId: cpf, signal };
  const { analysis, image, discard } = await analyseAndKeep(deps, given, {
    sender,
    templateModels: [...new Set([templateModel, ...earlier, ...(duplicates?.templateModels() ?? [])])],
    check: ({ quality }) => refusePoorPhoto(quality),
  });
  const liveAnalysis: FaceAnalysis =
    session?.liveness === undefined ? analysis : { ...analysis, liveness: session.liveness };
  const made = [analysis, ...analysis.otherTemplates];
  const storing = deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now();
    const personId = await lockPerson(tx, deps, cpf, now);
    const before = await findFaces(tx, deps.cipher, cpfIndex);
    await insertImage(tx, image);
    const { template, quality, fingerprint } = analysis;
    const face: ReferenceFace = {
      id: createId(faceIdKind, now.getTime()),
      personId,
      imageId: image.id,
      templateModel: analysis.templateModel,
      template,
      quality,
      legalBasis,
      createdAt: now,
    };
    if (session !== undefined) await deps.liveness?.use(tx, session.id, { by: face.id, cpfIndex });
    await insertFace(tx, deps.cipher, face);
    if (duplicates !== undefined) {
      const dueAt = new Date(now.getTime() + searchAgainAfterMs);
      await insertPendingSearch(tx, { faceId: face.id, createdAt: now, dueAt });
    }
    await putFingerprint(tx, deps.cipher, face.id, { fingerprint, method: deps.engine.fingerprintMethod });
    const others = before.filter((old) => {
      const common = findCommonTemplates(models, made, [old]);
      return common === undefined || !Buffer.from(common.first).equals(common.second);
    });
    const kept = others.slice(0, deps.maxReferences - 1);
    const retired = before.filter((old) => !kept.includes(old));
    if (retired.length > 0) await deps.refuseHeld(tx, personId);
    await recordEvent(tx, faceRegistered, { personId, faceId: face.id }, { at: now });
    const unused = await removeFaces(tx, personId, retired, now);
    await joinCohort(tx, face, mostPeople);
    if (session !== undefined && session.liveness === undefined) {
      const reasons = [`session:${session.id}`];
      await deps.requestReview?.(tx, { kind: 'capture_upload', subject: { personId }, reasons, at: now });
    }
    const isFirst = before.length === 0;
    const registered = { face, analysis: liveAnalysis, isFirst, references: kept.length + 1 };
    return { registered, unusedImages: unused };
  });
  const { registered, unusedImages } = await storing.catch(async (error: unknown) => {
    if (!mayBeCommitted(error)) await discard();
    throw error;
  });
  await discardImageFiles(deps.store, unusedImages);
  const found = await duplicates?.search(registered.face.personId, made);
  if (found !== undefined) await reportDuplicates(deps, registered.face, found);
  return { ...registered, duplicates: found };
}

/** The session that stands for the photo. Rejects when it cannot be used, and when one is missing. */
async function findSession(
  { liveness }: FaceDeps,
  source: Parameters<typeof registerFace>[2],
  by: { readonly clientId: string; readonly cpfIndex: Uint8Array },
): Promise<UsableSession | undefined> {
  if (source.kind !== 'session') {
    await liveness?.requireSession('register', by.clientId);
    return undefined;
  }
  if (liveness === undefined) throw new TypeError('There are no liveness sessions here');
  return await liveness.findUsable(source.id, { purpose: 'register', ...by });
}
