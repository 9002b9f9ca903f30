import { type FaceAnalysis, type FaceEngine, findTemplate, partsOf } from '../engine/index.ts';
import { readImage } from '../images/index.ts';
import { AppError } from '../platform/errors.ts';
import { FaceError } from './errors.ts';
import { replaceFaceTemplate } from './faces-store.ts';
import type { LookAgainDeps, ReferenceFace } from './types.ts';

/**
 * The same reference photos with comparable templates. A template of a model with available networks stays unchanged
 * until `reembedFaces` renews it. Of a template of two networks that are not used together here, the part of the first
 * available one is compared. A template of a missing model is renewed from the stored photo, with the current model.
 * Costs nothing when all templates are comparable.
 *
 * Leaves out a photo that gives no template any more; rejects with `face_not_registered` when none is left.
 */
export async function refreshFaceTemplates(
  deps: LookAgainDeps,
  faces: readonly ReferenceFace[],
): Promise<ReferenceFace[]> {
  const models = deps.engine.templateModels();
  const current: ReferenceFace[] = [];
  let cause: unknown;
  for (const face of faces) {
    try {
      current.push(comparableFace(models, face) ?? (await remakeFaceTemplate(deps, face)));
    } catch (error) {
      if (!isPhotoRefused(error)) throw error;
      cause = error;
    }
  }
  if (current.length > 0) return current;
  const detail = 'No template can be made of the registered photos any more.';
  throw new FaceError('face_not_registered', { cause, detail });
}

/** True for the error of a stored photo that is gone, or that the networks in use refuse. */
export function isPhotoRefused(error: unknown): boolean {
  return error instanceof AppError && (error.kind === 'invalid' || error.kind === 'not-found');
}

/** The face with a template of one of some models: its own, or the part of it that the first of them makes. */
export function comparableFace(models: readonly string[], face: ReferenceFace): ReferenceFace | undefined {
  for (const templateModel of models) {
    const template = findTemplate([face], templateModel);
    if (template !== undefined) return { ...face, template, templateModel };
  }
  return undefined;
}

/**
 * Makes the template of a reference photo again, by the model in use, and stores it in the place of the old one. Where
 * the old one has that of the model in use as a part, the part stays and the photo is not needed.
 */
export async function remakeFaceTemplate(deps: LookAgainDeps, face: ReferenceFace): Promise<ReferenceFace> {
  const { templateModel: wanted } = deps.engine.describe();
  const part = partsOf(face).find(({ templateModel }) => templateModel === wanted);
  if (part !== undefined) {
    await replaceFaceTemplate(deps.db, deps.cipher, face, { ...part, quality: face.quality });
    return { ...face, ...part };
  }
  const { bytes } = await readImage(deps, face.imageId);
  const made = await deps.engine.analyse(bytes);
  await replaceFaceTemplate(deps.db, deps.cipher, face, made);
  return { ...face, template: made.template, templateModel: made.templateModel, quality: made.quality };
}

export function modelsOf(faces: readonly ReferenceFace[]): readonly string[] {
  return [...new Set(faces.map(({ templateModel }) => templateModel))];
}

/** The analysis with templates by every model that the reference photos have: some may have changed meanwhile. */
export async function coverModels(
  engine: FaceEngine,
  analysis: FaceAnalysis,
  photo: Uint8Array,
  faces: readonly ReferenceFace[],
): Promise<FaceAnalysis> {
  const missing = modelsOf(faces).filter((model) => faceTemplateOf(analysis, model) === undefined);
  if (missing.length === 0) return analysis;
  const { template, templateModel, otherTemplates } = await engine.analyse(photo, {
    templateModels: missing,
  });
  return {
    ...analysis,
    otherTemplates: [...analysis.otherTemplates, { template, templateModel }, ...otherTemplates],
  };
}

/** The analysis' template of a model, whole or as a part. */
export function faceTemplateOf(analysis: FaceAnalysis, templateModel: string): Uint8Array | undefined {
  return findTemplate([analysis, ...analysis.otherTemplates], templateModel);
}
