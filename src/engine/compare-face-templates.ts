/** The scoring of the templates of one model. */
export type FaceTemplateScoring = {
  readonly templateModel: string;
  /** Values at the head of a template, of length one together. */
  readonly embeddedValues: number;
  /**
   * Share of the ordinariness that is taken off the likeness. With it a template has one value more, how ordinary its
   * face is; without it, none.
   */
  readonly ordinarinessWeight?: number;
};

/** Bytes of a template, little-endian float32 values. */
export function faceTemplateBytesOf({ embeddedValues, ordinarinessWeight }: FaceTemplateScoring): number {
  return (embeddedValues + (ordinarinessWeight === undefined ? 0 : 1)) * Float32Array.BYTES_PER_ELEMENT;
}

/**
 * The likeness of two templates: the scalar product of their embeddings, less a share of what the two faces have in
 * common with the nearest faces of a cohort. Faces that resemble many, which networks tell apart less well, need more
 * likeness to match.
 *
 * Throws `TypeError` for templates of another length.
 */
export function scoreFaceTemplates(
  first: Uint8Array,
  second: Uint8Array,
  scoring: FaceTemplateScoring,
): number {
  const [a, b] = [floatsOf(first, scoring), floatsOf(second, scoring)];
  const { embeddedValues, ordinarinessWeight } = scoring;
  let likeness = 0;
  for (let i = 0; i < embeddedValues; i++) likeness += (a[i] as number) * (b[i] as number);
  if (ordinarinessWeight === undefined) return likeness;
  const ordinariness = ((a[embeddedValues] as number) + (b[embeddedValues] as number)) / 2;
  return likeness - ordinarinessWeight * ordinariness;
}

/**
 * A template as a vector and an offset: the product of two vectors and both offsets together are their score.
 * Throws `TypeError` for templates of another length.
 */
export function searchVectorOf(
  template: Uint8Array,
  scoring: FaceTemplateScoring,
): { values: Float32Array; offset: number } {
  const values = floatsOf(template, scoring);
  const { embeddedValues, ordinarinessWeight } = scoring;
  const offset =
    ordinarinessWeight === undefined ? 0 : (-ordinarinessWeight / 2) * (values[embeddedValues] as number);
  return { values: values.slice(0, embeddedValues), offset };
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
