import type { PhotoOfPerson } from '../list-photos-of-people.ts';
import { type EmbedPhotosOptions, embedPhotos } from './embed-photos.ts';
import { scoreAllPairs, uncalibratedPack } from './measure-scores.ts';
import type { PackManifest } from './pack-manifest.ts';
import { separationOf } from './score-histogram.ts';

type Input = PackManifest['input'];
type Recognition = PackManifest & { readonly role: 'recognition' };

const same = (value: number): [number, number, number] => [value, value, value];

/** Common input scalings of face networks. */
const scalings: readonly Pick<Input, 'mean' | 'std'>[] = [
  { mean: same(127.5), std: same(127.5) },
  { mean: same(127.5), std: same(128) },
  { mean: same(0), std: same(1) },
  { mean: same(0), std: same(255) },
  { mean: [123.675, 116.28, 103.53], std: [58.395, 57.12, 57.375] },
];

/** Enough for some thousand pairs. */
const mostPeople = 60;
const photosOfEach = 2;

/** Each scaling with both orders of the colours. */
const candidates = (['rgb', 'bgr'] as const).flatMap((colourOrder) =>
  scalings.map((scaling) => ({ ...scaling, colourOrder })),
);

/**
 * A sentence that names the common scaling with which the network tells some of the photos apart best, and the share of
 * pairs of one person that do not match at a false match rate of 1e-2. The face of a photo is found once.
 */
export async function suggestScaling(
  directory: string,
  manifest: Recognition,
  files: readonly PhotoOfPerson[],
  options: EmbedPhotosOptions,
): Promise<string> {
  const some = choosePhotos(files);
  const packs = candidates.map((candidate) =>
    uncalibratedPack(directory, { ...manifest, input: { ...manifest.input, ...candidate } }),
  );
  const [recognition, ...otherRecognition] = packs;
  const { workers, signal } = options;
  const { photos } = await embedPhotos(
    { recognition, otherRecognition },
    some,
    { ...(workers === undefined ? {} : { workers }), ...(signal === undefined ? {} : { signal }) },
    packs.map(({ templateModel }) => templateModel),
  );
  const tried: { readonly words: string; readonly missed: number; readonly separation: number }[] = [];
  for (const [which, { colourOrder, mean, std }] of candidates.entries()) {
    const scores = await scoreAllPairs(photos, which, signal);
    const score = scores.impostor.scoreReachedBy(0.01 * scores.impostor.total);
    const words = `colourOrder ${colourOrder}, mean ${mean.join(' ')}, std ${std.join(' ')}`;
    tried.push({ words, missed: scores.genuine.shareUnder(score), separation: separationOf(scores) });
  }
  const [best] = tried.sort((a, b) => b.separation - a.separation);
  return `Of the common scalings ${best?.words} does best on ${some.length} photos: ${(100 * (best?.missed ?? 1)).toFixed(1)} %.`;
}

/** Two photos of each of some people who have two. */
function choosePhotos(files: readonly PhotoOfPerson[]): PhotoOfPerson[] {
  const byPerson = Map.groupBy(files, ({ person }) => person);
  return [...byPerson.values()]
    .filter((own) => own.length >= photosOfEach)
    .slice(0, mostPeople)
    .flatMap((own) => own.slice(0, photosOfEach));
}
