/**
 * Measures what the shorter analysis of a received photo changes beside that of a reference photo: one look at the points
 * of the face (docs/decisions/0197) and quick decoding (docs/decisions/0210).
 *
 *   node bench/face/measure-received.ts <folder of photos>
 *
 * The folder holds photos named `<person>_<number>.jpg`. Every photo is analysed both ways, and each pair is taken both
 * ways round.
 */
import { parseArgs } from 'node:util';
import { distance } from '../../src/engine/geometry.ts';
import { dotOf, rateAtScore, readFaceSet, type SetPhoto, scoreAtRate, valuesOf } from './read-face-set.ts';

const { positionals } = parseArgs({ allowPositionals: true });
const [folder] = positionals;
if (folder === undefined) throw new Error('Usage: node bench/face/measure-received.ts <folder of photos>');
const rates = [1e-2, 1e-3, 1e-4, 1e-5];

const full = await readFaceSet(folder);
const short = await readFaceSet(folder, { isReceived: true });
const codesOf = ({ refused }: typeof full) => refused.map(({ file, code }) => `${file} ${code}`).sort();
console.log(`refused as reference photos: ${codesOf(full).join(', ')}`);
console.log(`refused as received photos: ${codesOf(short).join(', ')}`);

const receivedByFile = new Map(short.photos.map((photo) => [photo.file, photo]));
const photos = full.photos.flatMap((photo) => {
  const received = receivedByFile.get(photo.file);
  if (received === undefined) return [];
  const cosine = dotOf(valuesOf(photo), valuesOf(received));
  return [{ photo, received, cosine, isChanged: !isSame(valuesOf(photo), valuesOf(received)) }];
});
const changed = photos.filter(({ isChanged }) => isChanged);
console.log(
  `${photos.length} photos; cosine of both templates: ${quantiles(photos.map(({ cosine }) => cosine))}`,
);
console.log(
  `${changed.length} have another template; of these: ${quantiles(changed.map(({ cosine }) => cosine))}`,
);
for (const { photo, cosine } of changed) {
  if (cosine < 0.96) console.log(`${photo.file} ${cosine.toFixed(3)}`);
}
const changes = (figure: (photo: SetPhoto) => number) =>
  quantiles(changed.map(({ photo, received }) => Math.abs(figure(received) - figure(photo))));
const eyesOf = ({ analysis }: SetPhoto) => analysis.quality.eyeDistancePx;
console.log(`change of liveness: ${changes(({ analysis }) => analysis.liveness.probability)}`);
console.log(`change of the eye distance, pixels: ${changes(eyesOf)}`);
console.log(`change of the yaw, degrees: ${changes(({ analysis }) => analysis.quality.yawDegrees)}`);
console.log(
  `distance of the boxes' corners, in eye distances: ${quantiles(
    changed.map(({ photo, received }) => distance(photo.analysis.box, received.analysis.box) / eyesOf(photo)),
  )}`,
);

const faces = photos.map(({ photo, received, isChanged }) => ({
  person: photo.person,
  reference: valuesOf(photo),
  received: valuesOf(received),
  isChanged,
}));
const all = () => true;
const thresholds = scoresOf((a, b) => dotOf(a.reference, b.reference), all).impostor;
for (const [pairs, isMeant] of [
  ['all pairs', all],
  ['pairs whose received photo has another template', ({ isChanged }: Face) => isChanged],
] as const) {
  const before = scoresOf((a, b) => dotOf(a.reference, b.reference), isMeant);
  const after = scoresOf((a, b) => dotOf(a.reference, b.received), isMeant);
  console.log(`${pairs}, each way round: ${before.genuine.length} of one person`);
  console.log(
    'false match rate | score | as reference photos: false match rate, missed | received: the same',
  );
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
