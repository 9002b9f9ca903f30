import type { FaceEngine } from '../engine/index.ts';
import type { ReferenceFace } from './types.ts';

/** A template that stands for the most similar reference photo and for those like it. */
export type CombinedReference = {
  /** Of the model of `best`. */
  readonly template: Uint8Array;
  /** The number of reference photos in it. */
  readonly combined: number;
};

/**
 * The reference photos that match the most similar one, as one template: fewer strangers match it than the best of
 * several, and fewer photos of the person are missed. Photos of another model, and those that do not match the most
 * similar one, are left out: they may show somebody else.
 *
 * See docs/decisions/0019.
 */
export function combineReferences(
  engine: FaceEngine,
  best: ReferenceFace,
  references: readonly ReferenceFace[],
): CombinedReference {
  const { template, templateModel } = best;
  const alike = references.filter(
    (face) =>
      face !== best &&
      face.templateModel === templateModel &&
      engine.compare(face.template, template, templateModel).similarity >= 0.5,
  );
  if (alike.length === 0) return { template, combined: 1 };
  const templates = [template, ...alike.map((face) => face.template)];
  const mean = engine.combine(templates, templateModel);
  return mean === undefined ? { template, combined: 1 } : { template: mean, combined: templates.length };
}
