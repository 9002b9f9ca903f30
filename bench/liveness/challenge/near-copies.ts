import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { compareFingerprints } from '../../../src/engine/compare-fingerprints.ts';
import { countCopiedFrames, frameCopyThreshold } from '../../../src/engine/count-copied-frames.ts';
import { createOnnxFaceEngine } from '../../../src/engine/create-onnx-face-engine.ts';

// node bench/liveness/challenge/near-copies.ts <folder of frames of one recording>
// How alike frames of one recording are, and the same frames treated as somebody would who sends them again.
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name a folder of frames');
/** Frames that are fewer than this apart are neighbours: hardly any time lies between them. */
const apart = 4;

const engine = createOnnxFaceEngine({ workers: 1 });
await engine.ready();
const draw = async (bytes: Uint8Array) => (await engine.observe(bytes).catch(() => undefined))?.fingerprint;
const frames: { readonly bytes: Buffer; readonly fingerprint: Uint8Array; readonly at: number }[] = [];
const names = (await readdir(folder)).filter((name) => /\.jpe?g$/i.test(name)).sort();
for (const [at, name] of names.entries()) {
  const bytes = await readFile(join(folder, name));
  const fingerprint = await draw(bytes);
  if (fingerprint !== undefined) frames.push({ bytes, fingerprint, at });
}

const pairs = frames.flatMap((a, i) =>
  frames.slice(i + 1).map((b) => ({
    isNear: b.at - a.at < apart,
    likeness: compareFingerprints(a.fingerprint, b.fingerprint),
  })),
);
for (const isNear of [true, false]) {
  const own = pairs.filter((pair) => pair.isNear === isNear);
  const copies = own.filter(({ likeness }) => likeness >= frameCopyThreshold).length;
  const most = Math.max(...own.map(({ likeness }) => likeness)).toFixed(3);
  const which = isNear ? `fewer than ${apart} frames apart` : `${apart} frames apart and more`;
  console.log(`pairs ${which}: ${own.length}, most alike ${most}, near copies ${copies}`);
}
const half = Math.ceil(frames.length / 2);
const fingerprints = frames.map(({ fingerprint }) => fingerprint);
const first = fingerprints.slice(0, half);
const second = fingerprints.slice(half);
console.log(
  `the second half as a session after the first: ${await countCopiedFrames(second, first, second.length)} of ${second.length} frames`,
);
const odd = fingerprints.filter((_, index) => index % 2 === 1);
const even = fingerprints.filter((_, index) => index % 2 === 0);
console.log(
  `every other frame after the ones between: ${await countCopiedFrames(odd, even, odd.length)} of ${odd.length} frames`,
);

type Treatment = (image: Sharp, size: { width: number; height: number }) => Sharp;
const cut =
  (share: number): Treatment =>
  (image, { width, height }) =>
    image.extract({
      left: Math.round(width * share),
      top: Math.round(height * share),
      width: Math.round(width * (1 - 2 * share)),
      height: Math.round(height * (1 - 2 * share)),
    });
const treatments: readonly (readonly [string, Treatment, number])[] = [
  ['JPEG of quality 30', (image) => image, 30],
  ['JPEG of quality 60', (image) => image, 60],
  ['resized to 0.7', (image, { width }) => image.resize(Math.round(width * 0.7)), 80],
  ['resized to 1.3', (image, { width }) => image.resize(Math.round(width * 1.3)), 80],
  ['cropped by 5 % on each side', cut(0.05), 80],
  ['cropped by 10 % on each side', cut(0.1), 80],
  ['mirrored', (image) => image.flop(), 80],
  ['blurred by 1 pixel', (image) => image.blur(1), 70],
  ['brighter by 15 %', (image) => image.linear(1.15, 0), 80],
  [
    'cropped by 5 %, resized to 0.7, brighter by 10 %',
    (image, size) =>
      cut(0.05)(image, size)
        .resize(Math.round(size.width * 0.63))
        .linear(1.1, 0),
    50,
  ],
];
console.log(
  '\n| treatment | frames with a face | least | near copies | of a third that are needed |\n|---|---|---|---|---|',
);
for (const [name, treat, quality] of treatments) {
  const likenesses: number[] = [];
  const copies: Uint8Array[] = [];
  for (const { bytes, fingerprint } of frames) {
    const { width, height } = await sharp(bytes).metadata();
    const treated = await treat(sharp(bytes), { width, height }).jpeg({ quality }).toBuffer();
    const copy = await draw(treated);
    if (copy === undefined) continue;
    copies.push(copy);
    likenesses.push(compareFingerprints(copy, fingerprint));
  }
  const found = likenesses.filter((likeness) => likeness >= frameCopyThreshold).length;
  const needed = Math.ceil(copies.length / 3);
  const counted = await countCopiedFrames(copies, fingerprints, needed);
  console.log(
    `| ${name} | ${copies.length} | ${Math.min(...likenesses).toFixed(3)} | ${found} | ${counted} of ${needed} |`,
  );
}
await engine.close();
