import calibration from './calibration.json' with { type: 'json' };
import type { FaceTemplateScoring } from './compare-face-templates.ts';

/** The scoring of templates of the default network: their cosine. */
export const defaultFaceTemplates = {
  templateModel: calibration.templateModel,
  embeddedValues: 512,
} as const satisfies FaceTemplateScoring;

/**
 * The template of a face: its embedding brought to length one, as little-endian float32. Throws for an embedding of
 * another length, or without one: such a template would match anything or nothing.
 */
export function encodeFaceTemplate(embedding: Float32Array | undefined, values: number): Uint8Array {
  if (embedding?.length !== values) throw new Error(`The embedding has ${embedding?.length} values`);
  let square = 0;
  for (let i = 0; i < values; i++) {
    const value = embedding[i] as number;
    square += value * value;
  }
  if (!(square > 0) || !Number.isFinite(square)) throw new Error('The embedding has no direction');
  const factor = 1 / Math.sqrt(square);
  const template = new DataView(new ArrayBuffer(values * Float32Array.BYTES_PER_ELEMENT));
  for (let i = 0; i < values; i++) template.setFloat32(4 * i, (embedding[i] as number) * factor, true);
  return new Uint8Array(template.buffer);
}
