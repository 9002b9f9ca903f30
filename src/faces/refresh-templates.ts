import { type ImageStore, readImage } from '../images/index.ts';
import type { Db } from '../platform/db/types.ts';
import type { RecordCipher } from '../platform/encryption/index.ts';
import type { FaceEngine } from './face-engine.ts';
import { replaceTemplate } from './faces-store.ts';
import type { ReferenceFace } from './types.ts';

export type RefreshTemplatesDeps = {
  readonly db: Db;
  readonly cipher: RecordCipher;
  readonly engine: FaceEngine;
  readonly store: ImageStore;
};

/**
 * The same reference photos with templates of the model in use. A template of another model cannot be compared,
 * so it is made again from the stored photo and replaced. Does nothing, and costs nothing, when all are current.
 */
export async function refreshTemplates(
  deps: RefreshTemplatesDeps,
  faces: readonly ReferenceFace[],
): Promise<ReferenceFace[]> {
  const { templateModel } = deps.engine.describe();
  const current: ReferenceFace[] = [];
  for (const face of faces) {
    current.push(face.templateModel === templateModel ? face : await refresh(deps, face));
  }
  return current;
}

async function refresh(deps: RefreshTemplatesDeps, face: ReferenceFace): Promise<ReferenceFace> {
  const { bytes } = await readImage(deps, face.imageId);
  const made = await deps.engine.analyse(bytes);
  await replaceTemplate(deps.db, deps.cipher, face.id, made);
  return { ...face, template: made.template, templateModel: made.templateModel, quality: made.quality };
}
