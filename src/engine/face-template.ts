import calibration from './calibration.json' with { type: 'json' };

export type FaceTemplateScoring = {
  readonly templateModel: string;
  /** Values at the head of a template, of length one together. */
  readonly embeddedValues: number;
  /**
   * Parts of a template of two networks in order, each of length one, and their shares in the likeness. Without them
   * the embedded values are one part.
   */
  readonly parts?: readonly { readonly values: number; readonly share: number }[];
};

/** Bytes of a template, little-endian float32 values. */
export function faceTemplateBytesOf({ embeddedValues }: FaceTemplateScoring): number {
  return embeddedValues * Float32Array.BYTES_PER_ELEMENT;
}

/**
 * The likeness of two templates: the scalar product of their embeddings.
 *
 * Throws `TypeError` for templates of another length.
 */
export function scoreFaceTemplates(
  first: Uint8Array,
  second: Uint8Array,
  scoring: FaceTemplateScoring,
): number {
  const [a, b] = [floatsOf(first, scoring), floatsOf(second, scoring)];
  const { embeddedValues, parts = [{ values: embeddedValues, share: 1 }] } = scoring;
  let [likeness, from] = [0, 0];
  for (const { values, share } of parts) {
    let product = 0;
    for (let i = from; i < from + values; i++) product += (a[i] as number) * (b[i] as number);
    likeness += share * product;
    from += values;
  }
  return likeness;
}

/**
 * One template from several of one person: the mean of their embeddings, each part of it brought to length one.
 * Undefined when two opposite embeddings have no mean. Throws `TypeError` for templates of another length.
 */
export function combineFaceTemplates(
  templates: readonly Uint8Array[],
  scoring: FaceTemplateScoring,
): Uint8Array | undefined {
  const { embeddedValues, parts = [{ values: embeddedValues, share: 1 }] } = scoring;
  const mean = new Float32Array(embeddedValues);
  for (const template of templates) {
    const values = floatsOf(template, scoring);
    for (let i = 0; i < mean.length; i++) mean[i] = (mean[i] as number) + (values[i] as number);
  }
  const combined = new DataView(new ArrayBuffer(faceTemplateBytesOf(scoring)));
  let from = 0;
  for (const { values } of parts) {
    const length = Math.hypot(...mean.subarray(from, from + values));
    if (!(length > 0)) return undefined;
    for (let i = from; i < from + values; i++) combined.setFloat32(4 * i, (mean[i] as number) / length, true);
    from += values;
  }
  return new Uint8Array(combined.buffer);
}

/**
 * A template as a vector and an offset: the product of two vectors and both offsets together are their score.
 * Throws `TypeError` for templates of another length.
 */
export function searchVectorOf(
  template: Uint8Array,
  scoring: FaceTemplateScoring,
): { values: Float32Array; offset: number } {
  const values = floatsOf(template, scoring).slice();
  let from = 0;
  // The product of two vectors is then the sum of the parts' products by their shares.
  for (const part of scoring.parts ?? []) {
    const factor = Math.sqrt(part.share);
    for (let i = from; i < from + part.values; i++) values[i] = (values[i] as number) * factor;
    from += part.values;
  }
  return { values, offset: 0 };
}

/** The values in place when they are aligned, as of a copy when not. */
function floatsOf(template: Uint8Array, scoring: FaceTemplateScoring): Float32Array {
  const sizeBytes = faceTemplateBytesOf(scoring);
  if (template.byteLength !== sizeBytes) {
    throw new TypeError(
      `A template of ${scoring.templateModel} has ${sizeBytes} bytes, not ${template.byteLength}`,
    );
  }
  const aligned = template.byteOffset % Float32Array.BYTES_PER_ELEMENT === 0 ? template : template.slice();
  return new Float32Array(aligned.buffer, aligned.byteOffset, sizeBytes / Float32Array.BYTES_PER_ELEMENT);
}

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
