import type { FaceTemplateScoring } from '../compare-face-templates.ts';
import type { ImpostorCohort } from '../impostor-cohort.ts';
import calibration from './calibration.json' with { type: 'json' };

/** Values of a template, in this order: both embeddings, then how ordinary the face is. */
const templateLayout = { a: 128, b: 1024, ordinariness: 1 } as const;
const embeddedValues = templateLayout.a + templateLayout.b;

/** The scoring of templates of the earlier default. */
export const earlierFaceTemplates = {
  templateModel: calibration.templateModel,
  embeddedValues,
  ordinarinessWeight: 0.5,
} as const satisfies FaceTemplateScoring;

/** Which cohort the templates' ordinariness is measured with. */
export const cohortFile = new URL('./impostor-cohort.bin', import.meta.url);

/** The weight of each embedding in the likeness of two faces; the sum is one. */
const shares = { a: 0.75, b: 0.25 } as const;

/**
 * The template of a face, little-endian float32: embedding A with length `sqrt(0.75)`, the square roots of
 * embedding B with length `sqrt(0.25)`, and the face's likeness to the cohort. The product of two templates'
 * first 1,152 values is then the weighted mean of both cosines.
 *
 * The roots, since a few large values of B, which pose and light drive, would otherwise decide its cosine.
 */
export function encodeAAndB(a: Float32Array, b: Float32Array, cohort: ImpostorCohort): Uint8Array {
  const values = new Float32Array(embeddedValues);
  values.set(a);
  for (let i = 0; i < templateLayout.b; i++) {
    // Behind a rectifier, so none is negative.
    values[templateLayout.a + i] = Math.sqrt(Math.max(0, b[i] as number));
  }
  scaleTo(values.subarray(0, templateLayout.a), Math.sqrt(shares.a));
  scaleTo(values.subarray(templateLayout.a), Math.sqrt(shares.b));

  const bytes = (embeddedValues + templateLayout.ordinariness) * Float32Array.BYTES_PER_ELEMENT;
  const template = new DataView(new ArrayBuffer(bytes));
  for (const [index, value] of values.entries()) template.setFloat32(4 * index, value, true);
  template.setFloat32(4 * embeddedValues, cohort.ordinarinessOf(values), true);
  return new Uint8Array(template.buffer);
}

function scaleTo(values: Float32Array, length: number): void {
  let square = 0;
  for (const value of values) square += value * value;
  const factor = length / Math.sqrt(square || 1);
  for (let i = 0; i < values.length; i++) values[i] = (values[i] as number) * factor;
}
