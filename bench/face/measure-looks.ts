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
  return received === undefined ? [] : [{ photo, received }];
});
const cosines = quantiles(photos.map(({ photo, received }) => dotOf(valuesOf(photo), valuesOf(received))));
console.log(`${photos.length} photos; cosine of both templates: ${cosines}`);
for (const { photo, received } of photos) {
  const cosine = dotOf(valuesOf(photo), valuesOf(received));
  if (cosine < 0.96) console.log(`${photo.file} ${cosine.toFixed(3)}`);
}
const changes = (figure: (photo: SetPhoto) => number) =>
  quantiles(photos.map(({ photo, received }) => Math.abs(figure(received) - figure(photo))));
const eyesOf = ({ analysis }: SetPhoto) => analysis.quality.eyeDistancePx;
console.log(`change of liveness: ${changes(({ analysis }) => analysis.liveness.probability)}`);
console.log(`change of the eye distance, pixels: ${changes(eyesOf)}`);
console.log(`change of the yaw, degrees: ${changes(({ analysis }) => analysis.quality.yawDegrees)}`);
console.log(
  `distance of the boxes' corners, in eye distances: ${quantiles(
    photos.map(({ photo, received }) => distance(photo.analysis.box, received.analysis.box) / eyesOf(photo)),
  )}`,
);

const faces = photos.map(({ photo, received }) => ({
  person: photo.person,
  reference: valuesOf(photo),
  received: valuesOf(received),
}));
const before = scoresOf((a, b) => [dotOf(a.reference, b.reference)]);
const after = scoresOf((a, b) => [dotOf(a.reference, b.received), dotOf(a.received, b.reference)]);
console.log(
  'false match rate | score with two looks | missed | with one look: false match rate there | missed',
);
for (const rate of rates) {
  const score = scoreAtRate(before.impostor, rate);
  const missed = [before, after].map(({ genuine }) => percent(1 - rateAtScore(genuine, score)));
  const had = rateAtScore(after.impostor, score).toExponential(2);
  console.log(`${rate} | ${score.toFixed(4)} | ${missed[0]} | ${had} | ${missed[1]}`);
}

type Face = (typeof faces)[number];

function scoresOf(score: (a: Face, b: Face) => readonly number[]) {
  const [genuine, impostor]: [number[], number[]] = [[], []];
  for (const [index, a] of faces.entries()) {
    for (const b of faces.slice(index + 1)) (a.person === b.person ? genuine : impostor).push(...score(a, b));
  }
  return { genuine: Float64Array.from(genuine).sort(), impostor: Float64Array.from(impostor).sort() };
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
