import { readFileSync } from 'node:fs';

/** The number of nearest cohort faces that measure how ordinary a face is. See docs/decisions/0053. */
const nearestFaces = 10;

/** Faces of unrelated people for cohort normalisation: they show how often a face resembles strangers. */
export type ImpostorCohort = {
  /** Mean likeness of the first values of a template to those of the nearest cohort faces, about 0.7 to 0.9. */
  ordinarinessOf(values: Float32Array): number;
};

/**
 * The cohort in a file that comes with the networks, `impostor-cohort.bin`: a header of three little-endian uint32 (faces,
 * values of each, and 1 for what follows) and a float32 factor, then the values as int8 in units of that factor.
 *
 * Each of its faces is the mean of photos of three different people who look alike to the networks, so that none
 * is anybody's template.
 */
export function loadImpostorCohort(file: URL): ImpostorCohort {
  const bytes = readFileSync(file);
  const header = new DataView(bytes.buffer, bytes.byteOffset, 16);
  const [faces, length, version] = [0, 4, 8].map((at) => header.getUint32(at, true)) as [
    number,
    number,
    number,
  ];
  if (version !== 1 || bytes.byteLength !== 16 + faces * length) throw new Error('The cohort is damaged');
  const factor = header.getFloat32(12, true);
  const cohort = Float32Array.from(new Int8Array(bytes.buffer, bytes.byteOffset + 16, faces * length));
  const likenesses = new Float32Array(faces);
  return {
    ordinarinessOf(values) {
      if (values.length !== length) throw new TypeError('The cohort belongs to other templates');
      for (let face = 0; face < faces; face++) likenesses[face] = dot(values, cohort, face * length);
      likenesses.sort();
      let sum = 0;
      for (const likeness of likenesses.subarray(-nearestFaces)) sum += likeness;
      return (sum / nearestFaces) * factor;
    },
  };
}

/** Four sums at a time: one alone would wait for each addition before the next. */
function dot(values: Float32Array, cohort: Float32Array, start: number): number {
  let [s0, s1, s2, s3] = [0, 0, 0, 0];
  for (let i = 0; i < values.length; i += 4) {
    s0 += (values[i] as number) * (cohort[start + i] as number);
    s1 += (values[i + 1] as number) * (cohort[start + i + 1] as number);
    s2 += (values[i + 2] as number) * (cohort[start + i + 2] as number);
    s3 += (values[i + 3] as number) * (cohort[start + i + 3] as number);
  }
  return s0 + s1 + s2 + s3;
}
