import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { createOnnxFaceEngine } from '../../../src/engine/create-onnx-face-engine.ts';
import type { FaceEngine } from '../../../src/engine/index.ts';
import { createSeededRandom } from '../../seeded-random.ts';
import { cutFace, spread } from '../cut-face.ts';
import { cameras, photographWith } from './cameras.ts';
import { type CollectedFrame, writeFrame } from './frames.ts';
import { choosePhotos } from './make-sessions.ts';
import { drawScene, listHandTurns, listScenes, turnedByHand } from './scenes.ts';

// node bench/liveness/challenge/collect.ts out.jsonl <folder of photos> [--people 120] [--cameras 30]
//   [--species 'drawn head'] [--camera 'face of 50 pixels']
//   [--skip 0] [--swaps]
// `--swaps`: only people with photos of two poses, these photos, and what is shown between two that are swapped.
// Draws attacks and heads from one photo of each person and writes what the engine sees in each frame.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    people: { type: 'string', default: '120' },
    cameras: { type: 'string', default: '30' },
    species: { type: 'string' },
    camera: { type: 'string' },
    skip: { type: 'string', default: '0' },
    swaps: { type: 'boolean', default: false },
  },
});
const [out, folder] = positionals;
if (out === undefined || folder === undefined)
  throw new Error('Name the file to write and the folder of photos');

/** Of a drawn face's square, in pixels. */
const side = 400;
const engine = createOnnxFaceEngine({ workers: 2 });
await engine.ready();
const stream = createWriteStream(out);
const write = async (frame: CollectedFrame) => {
  if (!stream.write(writeFrame(frame))) await once(stream, 'drain');
};

const byPerson = Map.groupBy((await readdir(folder)).filter((file) => file.endsWith('.jpg')).sort(), (file) =>
  file.replace(/(_\d+)?\.jpg$/, ''),
);
let people = 0;
const mostPeople = Number(values.people);
// People of an earlier run can be left out, to judge by others than those that were learnt from.
const names = [...byPerson.keys()].sort((a, b) => spread(a) - spread(b)).slice(Number(values.skip));
for (const person of names) {
  if (people >= mostPeople) break;
  if (await collectPerson(person, byPerson.get(person)!, people)) people += 1;
  if (people % 10 === 0) process.stderr.write(`${people} people\n`);
}
stream.end();
await once(stream, 'finish');
await engine.close();

/** False when no photo of the person shows a face that looks ahead. */
async function collectPerson(person: string, files: readonly string[], index: number): Promise<boolean> {
  if (values.swaps && files.length < 2) return false;
  const random = createSeededRandom(index + 1);
  const photos = await Promise.all(
    files.slice(0, 12).map(async (file) => ({ bytes: await readFile(join(folder!, file)) })),
  );
  const seen = await Promise.all(
    photos.map(async ({ bytes }) => ({ bytes, face: await look(engine, bytes) })),
  );
  const front = seen.find(({ face }) => face !== undefined && Math.abs(face.quality.yawDegrees) < 8);
  if (front?.face === undefined) return false;
  for (const { face } of seen) {
    if (face !== undefined) await write({ person, species: 'lone photos', shows: 'center', face });
  }
  if (values.swaps) {
    await collectSwaps(person, seen, random);
    return true;
  }
  const face = await cutFace(front.bytes, front.face.box, side);
  const scenes = [...listScenes(random).entries()].filter(
    ([, { species }]) => values.species === undefined || species === values.species,
  );
  const drawn = await Promise.all(
    scenes.map(async ([number, scene]) => ({
      scene,
      face: await look(engine, await drawScene(face, scene, index * 100 + number)),
    })),
  );
  for (const { scene, face } of drawn) {
    const { species, shows, isBetween } = scene;
    await write({ person, species, shows, ...(isBetween && { isBetween }), face });
  }
  if (index >= Number(values.cameras)) return true;
  for (const camera of cameras.filter(({ name }) => values.camera === undefined || name === values.camera)) {
    for (const [number, scene] of listScenes(random)
      .filter(({ species }) => species === 'drawn head')
      .entries()) {
      const drawing = await drawScene(face, scene, index * 100 + number);
      const frame = await photographWith(camera, drawing, scene.isBetween);
      await write({
        person,
        species: `drawn head, ${camera.name}`,
        shows: scene.shows,
        ...(scene.isBetween && { isBetween: true }),
        face: await look(engine, frame),
      });
    }
  }
  return true;
}

type SeenPhoto = { readonly bytes: Uint8Array; readonly face: Awaited<ReturnType<typeof look>> };

/** What somebody may show between the photos of a person. */
async function collectSwaps(person: string, seen: readonly SeenPhoto[], random: () => number): Promise<void> {
  const photos = seen.flatMap(({ bytes, face }) => (face === undefined ? [] : [{ bytes, face }]));
  const best = choosePhotos(photos);
  if (best === undefined) return;
  const front = await cutFace(best.center.bytes, best.center.face.box, side);
  for (const shows of ['left', 'right', 'up'] as const) {
    if (best[shows] === best.center) continue;
    const turned = await cutFace(best[shows].bytes, best[shows].face.box, side);
    const drawn = [
      ...listHandTurns(random, turnedByHand.front, shows, 1).map((scene) => ({ scene, of: front })),
      ...listHandTurns(random, turnedByHand.back, shows, -1).map((scene) => ({ scene, of: turned })),
    ].map(async ({ scene, of }, number) => ({
      species: scene.species,
      face: await look(engine, await drawScene(of, scene, number)),
    }));
    const fading = [0.35, 0.5, 0.65].map(async (share) => ({
      species: turnedByHand.blend,
      face: await look(engine, await fade(front, turned, share)),
    }));
    for (const { species, face } of await Promise.all([...drawn, ...fading])) {
      await write({ person, species, shows, isBetween: true, face });
    }
  }
}

async function look(engine: FaceEngine, photo: Uint8Array) {
  return await engine.observe(photo).catch(() => undefined);
}

/** One picture seen through the other. */
async function fade(from: Uint8Array, to: Uint8Array, share: number): Promise<Uint8Array> {
  const over = await sharp(to).ensureAlpha(share).png().toBuffer();
  return await sharp(from)
    .composite([{ input: over }])
    .jpeg({ quality: 92 })
    .toBuffer();
}
