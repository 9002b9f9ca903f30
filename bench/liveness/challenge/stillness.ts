import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { createOnnxFaceEngine } from '../../../src/engine/create-onnx-face-engine.ts';
import { compareStillness } from '../../../src/engine/index.ts';
import { challengeRules } from '../../../src/liveness/judge-frames.ts';
import { type SeenFace, turnBetween } from '../../../src/liveness/measure-turn.ts';
import { createSeededRandom } from '../../seeded-random.ts';
import { paste, placeOver, readPicture, writePicture } from './mix-photos.ts';

// node bench/liveness/challenge/stillness.ts <folder of clips> <folder of photos> [people, 18]
// Prints how much of the head around the face stays as it is between a frame that looks ahead and one that is turned to
// a side: in clips of real people (a folder of frames each), and where a turned face is pasted on the frontal photo of
// the same person (NAME_NNNN.jpg), as it is and altered afterwards.
const [clips, photos, most = '18'] = process.argv.slice(2);
if (clips === undefined || photos === undefined) throw new Error('Name the folders of clips and of photos');

const engine = createOnnxFaceEngine({ workers: 2 });
await engine.ready();
const random = createSeededRandom('stillness');
/** Frames that look ahead like the most frontal one, in degrees. */
const nearAhead = 4;

/** Done to a pasted picture before it is shown. */
const alterations: Readonly<Record<string, (picture: Uint8Array) => Promise<Uint8Array>>> = {
  'as it is': async (picture) => picture,
  'as JPEG of quality 50': (picture) => sharp(picture).jpeg({ quality: 50 }).toBuffer(),
  'with noise of 8 grey values, JPEG of quality 85': addNoise,
  'moved by 3 pixels and enlarged by 2 %, JPEG of quality 85': (picture) => enlarge(picture, 1.02),
  'moved by 3 pixels and enlarged by 4 %, JPEG of quality 85': (picture) => enlarge(picture, 1.04),
};

console.log('| | pairs | lowest | 50 % | highest |\n|---|---|---|---|---|');
for (const clip of (await readdir(clips, { withFileTypes: true })).filter((entry) => entry.isDirectory())) {
  const names = (await readdir(join(clips, clip.name))).sort();
  const seen = await Promise.all(
    names.map(async (name) => look(await readFile(join(clips, clip.name, name)))),
  );
  print(`clip ${clip.name}`, ofClip(seen.filter((face) => face !== undefined)));
}
const pasted = Object.fromEntries(Object.keys(alterations).map((name) => [name, [] as number[]]));
const files = (await readdir(photos)).filter((name) => name.endsWith('.jpg')).sort();
let people = 0;
for (const own of Map.groupBy(files, (name) => name.replace(/_\d+\.jpg$/, '')).values()) {
  if (people === Number(most)) break;
  if (own.length >= 3 && (await pasteOne(own.slice(0, 12)))) people += 1;
}
for (const [name, values] of Object.entries(pasted)) print(`a face pasted on a still photo, ${name}`, values);
await engine.close();

async function look(bytes: Uint8Array) {
  return await engine.observe(bytes).catch(() => undefined);
}

/** Of the frame in the middle of those that look ahead with each frame that shows a turn to a side. */
function ofClip(seen: readonly SeenFace[]): readonly number[] {
  const yawOf = ({ quality }: SeenFace) => Math.abs(quality.yawDegrees);
  const least = Math.min(...seen.map(yawOf));
  const ahead = seen
    .filter((face) => yawOf(face) <= least + nearAhead)
    .sort((a, b) => a.quality.pitchDegrees - b.quality.pitchDegrees);
  const reference = ahead[Math.floor(ahead.length / 2)] as SeenFace;
  return seen
    .filter((face) => isSide(reference, face))
    .flatMap((face) => compareStillness(reference.surroundings, face.surroundings) ?? []);
}

function isSide(from: SeenFace, to: SeenFace): boolean {
  const { yaw, pitch } = turnBetween(from, to);
  const { leastTurnDegrees, mostTilt } = challengeRules;
  return Math.abs(yaw) >= leastTurnDegrees && Math.abs(pitch) <= Math.abs(yaw) * mostTilt;
}

/** False when the photos show no frontal face and one that is turned, or the pasted face does not seem turned. */
async function pasteOne(names: readonly string[]): Promise<boolean> {
  const all = await Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(join(photos as string, name));
      return { bytes, face: await look(bytes) };
    }),
  );
  const seen = all.flatMap(({ bytes, face }) => (face === undefined ? [] : [{ bytes, face }]));
  const yawOf = ({ face }: (typeof seen)[number]) => Math.abs(face.quality.yawDegrees);
  const front = seen.toSorted((a, b) => yawOf(a) - yawOf(b))[0];
  const turned = seen.toSorted((a, b) => yawOf(b) - yawOf(a))[0];
  if (front === undefined || turned === undefined || !isSide(front.face, turned.face)) return false;
  const [onto, from] = [await readPicture(front.bytes), await readPicture(turned.bytes)];
  const place = placeOver(front.face.points, turned.face.points);
  const picture = await writePicture(paste(from, turned.face.points, onto, place));
  const plain = await look(picture);
  if (plain === undefined || !isSide(front.face, plain)) return false;
  for (const [name, alter] of Object.entries(alterations)) {
    const face = await look(await alter(picture));
    const stillness = face && compareStillness(front.face.surroundings, face.surroundings);
    if (stillness !== undefined) pasted[name]?.push(stillness);
  }
  return true;
}

async function addNoise(picture: Uint8Array): Promise<Uint8Array> {
  const { width, height, pixels } = await readPicture(picture);
  // The sum of three draws has a standard deviation of a half.
  const noisy = pixels.map((value) =>
    Math.min(255, Math.max(0, value + 16 * (random() + random() + random() - 1.5))),
  );
  return await sharp(noisy, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 85 })
    .toBuffer();
}

async function enlarge(picture: Uint8Array, times: number): Promise<Uint8Array> {
  const { width, height } = await readPicture(picture);
  const [wide, high] = [Math.round(width * times), Math.round(height * times)];
  return await sharp(picture)
    .resize(wide, high)
    .extract({ left: 3, top: 3, width, height })
    .jpeg({ quality: 85 })
    .toBuffer();
}

function print(name: string, values: readonly number[]): void {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))]?.toFixed(3) ?? '';
  console.log(`| ${name} | ${sorted.length} | ${at(0)} | ${at(0.5)} | ${at(1)} |`);
}
