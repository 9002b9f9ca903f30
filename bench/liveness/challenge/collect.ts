import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createOnnxFaceEngine, type FaceEngine } from '../../../src/engine/index.ts';
import { createSeededRandom } from '../../seeded-random.ts';
import { cutFace, spread } from '../cut-face.ts';
import { cameras, photographWith } from './cameras.ts';
import { type CollectedFrame, writeFrame } from './frames.ts';
import { drawScene, listScenes } from './scenes.ts';

// node bench/liveness/challenge/collect.ts out.jsonl <folder of photos> [--people 120] [--cameras 30]
//   [--species 'drawn head'] [--skip 0]
// Draws attacks and heads from one photo of each person and writes what the engine sees in each frame.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    people: { type: 'string', default: '120' },
    cameras: { type: 'string', default: '30' },
    species: { type: 'string' },
    skip: { type: 'string', default: '0' },
  },
});
const [out, folder] = positionals;
if (out === undefined || folder === undefined)
  throw new Error('Name the file to write and the folder of photos');

/** Of a drawn face's square, in pixels. */
const side = 400;
const engine = createOnnxFaceEngine({ dataDir: join(tmpdir(), 'confere-calibration'), workers: 2 });
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
    await write({ person, species: scene.species, shows: scene.shows, face });
  }
  if (index >= Number(values.cameras)) return true;
  for (const camera of cameras) {
    for (const [number, scene] of listScenes(random)
      .filter(({ species }) => species === 'drawn head')
      .entries()) {
      const frame = await photographWith(camera, await drawScene(face, scene, index * 100 + number));
      await write({
        person,
        species: `drawn head, ${camera.name}`,
        shows: scene.shows,
        face: await look(engine, frame),
      });
    }
  }
  return true;
}

async function look(engine: FaceEngine, photo: Uint8Array) {
  return await engine.observe(photo).catch(() => undefined);
}
