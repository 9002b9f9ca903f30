import { dotOf } from './read-face-set.ts';

/** What a cohort is made from: the first values of a template, and whose it is. */
export type CohortPhoto = { readonly person: string; readonly values: Float32Array };

const photosOfOne = 3;
const peopleInOne = 3;

/**
 * Faces of nobody: for up to three photos of each person, the mean of that photo's values and of those of the two
 * other people nearest to it. So each stands where real faces stand, and is nobody's template.
 */
export function mixCohort(photos: readonly CohortPhoto[]): Float32Array[] {
  const counts = new Map<string, number>();
  const chosen = photos.filter(({ person }) => {
    const count = (counts.get(person) ?? 0) + 1;
    counts.set(person, count);
    return count <= photosOfOne;
  });
  return chosen.map((photo) => {
    const others = chosen
      .filter(({ person }) => person !== photo.person)
      .map((other) => ({ other, likeness: dotOf(photo.values, other.values) }))
      .sort((a, b) => b.likeness - a.likeness);
    const members = [photo];
    for (const { other } of others) {
      if (members.length === peopleInOne) break;
      if (members.every(({ person }) => person !== other.person)) members.push(other);
    }
    return photo.values.map(
      (_, i) => members.reduce((sum, { values }) => sum + (values[i] as number), 0) / members.length,
    );
  });
}

/** At most `count` of them, evenly spread. */
export function thinCohort(cohort: readonly Float32Array[], count: number): Float32Array[] {
  if (cohort.length <= count) return [...cohort];
  return Array.from(
    { length: count },
    (_, i) => cohort[Math.floor((i * cohort.length) / count)] as Float32Array,
  );
}

/** The cohort as the engine reads it, see `src/faces/engine/impostor-cohort.ts`. */
export function encodeCohort(cohort: readonly Float32Array[]): Uint8Array<ArrayBuffer> {
  const length = cohort[0]?.length ?? 0;
  const largest = cohort.reduce(
    (max, face) => face.reduce((m, value) => Math.max(m, Math.abs(value)), max),
    0,
  );
  const factor = largest / 127;
  const bytes = new Uint8Array(16 + cohort.length * length);
  const header = new DataView(bytes.buffer);
  header.setUint32(0, cohort.length, true);
  header.setUint32(4, length, true);
  header.setUint32(8, 1, true);
  header.setFloat32(12, factor, true);
  const values = new Int8Array(bytes.buffer, 16);
  for (const [face, numbers] of cohort.entries()) {
    for (const [i, value] of numbers.entries()) values[face * length + i] = Math.round(value / factor);
  }
  return bytes;
}
