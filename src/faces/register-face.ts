import { insertImage } from '../images/index.ts';
import { type CpfIndex, lockPerson } from '../people/index.ts';
import type { Db, Tx } from '../platform/db/types.ts';
import type { Cpf } from '../platform/documents/index.ts';
import { createId } from '../platform/ids.ts';
import { type AnalyseAndKeepDeps, analyseAndKeep } from './analyse-and-keep.ts';
import type { DuplicateOutcome, DuplicateSearch } from './duplicates/index.ts';
import { deleteUnusedImages } from './evidence-store.ts';
import type { FaceAnalysis } from './face-engine.ts';
import { deleteFaces, findFaces, insertFace } from './faces-store.ts';
import type { LegalBasis } from './legal-basis.ts';
import { type ReceivePhotoDeps, receivePhoto } from './receive-photo.ts';
import { templateOf } from './refresh-templates.ts';
import { type ReferenceQualityLimits, refusePoorPhoto } from './refuse-poor-photo.ts';
import type { PhotoSource, ReferenceFace } from './types.ts';

export type RegisterFaceDeps = ReceivePhotoDeps &
  AnalyseAndKeepDeps & {
    readonly db: Db;
    readonly cpfIndex: CpfIndex;
    /** How many reference photos a person keeps; the oldest gives way to a new one. */
    readonly maxReferences: number;
    readonly referenceQuality: ReferenceQualityLimits;
    /** Absent when the configuration has it off. */
    readonly duplicates?: DuplicateSearch | undefined;
  };

export type RegisterFaceOptions = {
  /** Also look for the same face under other CPFs. */
  readonly searchDuplicates?: boolean;
  /** On what it is registered, kept with the photo. */
  readonly legalBasis?: LegalBasis | undefined;
};

/** A reference photo as it was kept. */
export type RegisteredFace = {
  readonly face: ReferenceFace;
  readonly analysis: FaceAnalysis;
  /** True when this is the person's first reference photo. */
  readonly isFirst: boolean;
  /** How many reference photos the person has now. */
  readonly references: number;
  /** Other people who may be the same, when they were asked for and the search is on. */
  readonly duplicates: DuplicateOutcome | undefined;
};

/**
 * Adds a reference photo to a CPF, making the person when there is none. A photo registered before stays while
 * there is room for `maxReferences`; then the oldest one's template goes, and its image too unless an attempt
 * compared it. Sending the same photo again makes no second reference: it only becomes the newest.
 *
 * With `searchDuplicates` every face registered for another CPF by then is compared once this one is stored: of two
 * registrations at the same time at least one sees the other.
 *
 * Rejects, changing nothing, with the codes of a bad photo (`ImageError`, `FaceError`), and of a poor one
 * (`refusePoorPhoto`).
 */
export async function registerFace(
  deps: RegisterFaceDeps,
  cpf: Cpf,
  source: PhotoSource,
  { searchDuplicates = false, legalBasis }: RegisterFaceOptions = {},
): Promise<RegisteredFace> {
  const photo = await receivePhoto(deps, source);
  const duplicates = searchDuplicates ? deps.duplicates : undefined;
  const { templateModel } = deps.engine.describe();
  const { analysis, image } = await analyseAndKeep(
    deps,
    photo,
    ({ quality }) => refusePoorPhoto(quality, deps.referenceQuality),
    { templateModels: [...new Set([templateModel, ...(duplicates?.templateModels() ?? [])])] },
  );
  const { registered, unusedImages } = await deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now();
    const personId = await lockPerson(tx, deps, cpf, now);
    const before = await findFaces(tx, deps.cipher, deps.cpfIndex(cpf));
    await insertImage(tx, image);
    const face = makeFace(now, personId, image.id, analysis, legalBasis);
    await insertFace(tx, deps.cipher, face);
    const others = before.filter((old) => {
      const same = templateOf(analysis, old.templateModel);
      return same === undefined || !Buffer.from(old.template).equals(same);
    });
    const kept = others.slice(0, deps.maxReferences - 1);
    const retired = before.filter((old) => !kept.includes(old));
    const result = { face, analysis, isFirst: before.length === 0, references: kept.length + 1 };
    return { registered: result, unusedImages: await retire(tx, retired) };
  });
  await Promise.all(unusedImages.map((id) => deps.store.delete(id)));
  const made = [analysis, ...analysis.otherTemplates];
  return { ...registered, duplicates: await duplicates?.search(registered.face.personId, made) };
}

function makeFace(
  now: Date,
  personId: string,
  imageId: string,
  analysis: FaceAnalysis,
  legalBasis: LegalBasis | undefined,
): ReferenceFace {
  return {
    id: createId('face', now.getTime()),
    personId,
    imageId,
    templateModel: analysis.templateModel,
    template: analysis.template,
    quality: analysis.quality,
    legalBasis,
    createdAt: now,
  };
}

async function retire(tx: Tx, faces: readonly ReferenceFace[]): Promise<string[]> {
  const imageIds = await deleteFaces(
    tx,
    faces.map((face) => face.id),
  );
  return await deleteUnusedImages(tx, imageIds);
}
