/**
 * Measures what one look at the points of a face changes beside two, for docs/decisions/0204.
 *
 *   node bench/face/measure-looks.ts <folder of photos> [--form eight-bits]
 *
 * The folder holds photos named `<person>_<number>.jpg`. Every photo is analysed both ways. As in the service, the
 * reference photo of a pair has two looks and the received photo has one; each pair is taken both ways round.
 */
import { parseArgs } from 'node:util';
import { distance } from '../../src/engine/geometry.ts';
import {
  dotOf,
  rateAtScore,
  readFaceSet,
  readForm,
  type SetPhoto,
  scoreAtRate,
  valuesOf,
} from './read-face-set.ts';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { form: { type: 'string', default: 'float32' } },
});
const [folder] = positionals;
if (folder === undefined) throw new Error('Usage: node bench/face/measure-looks.ts <folder of photos>');
const form = readForm(flags.form);
const rates = [1e-2, 1e-3, 1e-4, 1e-5];

const two = await readFaceSet(folder, { form });
const one = await readFaceSet(folder, { form, looks: 1 });
const codesOf = ({ refused }: typeof two) => refused.map(({ file, code }) => `${file} ${code}`).sort();
console.log(`refused with two looks: ${codesOf(two).join(', ')}`);
console.log(`refused with one look: ${codesOf(one).join(', ')}`);

const withOne = new Map(one.photos.map((photo) => [photo.file, photo]));
const photos = two.photos.flatMap((photo) => {
  const received = withOne.get(photo.file);
  if (received === undefined) return [];
  const cosine = dotOf(valuesOf(photo), valuesOf(received));
  return [{ photo, received, cosine, hasOneLook: !isSame(valuesOf(photo), valuesOf(received)) }];
});
const looked = photos.filter(({ hasOneLook }) => hasOneLook);
console.log(
  `${photos.length} photos; cosine of both templates: ${quantiles(photos.map(({ cosine }) => cosine))}`,
);
console.log(`${looked.length} had one look; of these: ${quantiles(looked.map(({ cosine }) => cosine))}`);
for (const { photo, cosine } of looked) {
  if (cosine < 0.96) console.log(`${photo.file} ${cosine.toFixed(3)}`);
}
const changes = (figure: (photo: SetPhoto) => number) =>
  quantiles(looked.map(({ photo, received }) => Math.abs(figure(received) - figure(photo))));
const eyesOf = ({ analysis }: SetPhoto) => analysis.quality.eyeDistancePx;
console.log(`change of liveness: ${changes(({ analysis }) => analysis.liveness.probability)}`);
console.log(`change of the eye distance, pixels: ${changes(eyesOf)}`);
console.log(`change of the yaw, degrees: ${changes(({ analysis }) => analysis.quality.yawDegrees)}`);
console.log(
  `distance of the boxes' corners, in eye distances: ${quantiles(
    looked.map(({ photo, received }) => distance(photo.analysis.box, received.analysis.box) / eyesOf(photo)),
  )}`,
);

const faces = photos.map(({ photo, received, hasOneLook }) => ({
  person: photo.person,
  reference: valuesOf(photo),
  received: valuesOf(received),
  hasOneLook,
}));
const all = () => true;
const thresholds = scoresOf((a, b) => dotOf(a.reference, b.reference), all).impostor;
for (const [pairs, isMeant] of [
  ['all pairs', all],
  ['pairs whose received photo had one look', ({ hasOneLook }: Face) => hasOneLook],
] as const) {
  const before = scoresOf((a, b) => dotOf(a.reference, b.reference), isMeant);
  const after = scoresOf((a, b) => dotOf(a.reference, b.received), isMeant);
  console.log(`${pairs}, each way round: ${before.genuine.length} of one person`);
  console.log('false match rate | score | two looks: false match rate, missed | one look: the same');
  for (const rate of rates) {
    const score = scoreAtRate(thresholds, rate);
    const figures = [before, after].map(({ genuine, impostor }) => {
      const matched = rateAtScore(impostor, score).toExponential(2);
      return `${matched}, ${percent(1 - rateAtScore(genuine, score))}`;
    });
    console.log([rate, score.toFixed(4), ...figures].join(' | '));
  }
}

type Face = (typeof faces)[number];

/** Of a reference photo and a received one, for each received photo that is meant. */
function scoresOf(score: (reference: Face, received: Face) => number, isMeant: (received: Face) => boolean) {
  const [genuine, impostor]: [number[], number[]] = [[], []];
  for (const received of faces.filter(isMeant)) {
    for (const reference of faces) {
      if (reference === received) continue;
      (reference.person === received.person ? genuine : impostor).push(score(reference, received));
    }
  }
  return { genuine: Float64Array.from(genuine).sort(), impostor: Float64Array.from(impostor).sort() };
}

function isSame(a: Float32Array, b: Float32Array): boolean {
  return a.every((value, index) => value === b[index]);
}

/** Of unsorted values. */
function quantiles(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  return [0, 0.01, 0.1, 0.5, 0.9, 0.99, 1]
    .map((share) => `${share * 100} % ${sorted[Math.floor(share * (sorted.length - 1))]?.toFixed(4)}`)
    .join(', ');
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`;
}
