import { createWriteStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createOnnxFaceEngine } from '../../../src/engine/create-onnx-face-engine.ts';
import type { FaceColours, LinearColour } from '../../../src/engine/index.ts';
import { drawSteps } from '../../../src/liveness/draw-steps.ts';
import { lightColours } from '../../../src/liveness/measure-light.ts';
import type { LightColour } from '../../../src/liveness/types.ts';
import { drawHead } from '../../../test/support/draw-head.ts';
import { createSeededRandom } from '../../seeded-random.ts';
import { cutFace, spread } from '../cut-face.ts';
import { lightFace } from './light-face.ts';

// node bench/liveness/light/collect.ts out.jsonl <folder of photos> [--people 40] [--skip 0]
// Draws sessions under the light of a screen from one photo of each person and writes the colours that the engine sees.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { people: { type: 'string', default: '40' }, skip: { type: 'string', default: '0' } },
});
const [out, folder] = positionals;
if (out === undefined || folder === undefined)
  throw new Error('Name the file to write and the folder of photos');

/** One session: what was shown, and what was seen. */
export type LitSession = {
  readonly person: string;
  readonly species: string;
  readonly shown: readonly LightColour[];
  readonly colours: readonly (FaceColours | null)[];
};

/** Light of a white screen by that of the room: an evening lamp, an office, a window, the open air. */
const reaches = { '30 %': 0.3, '10 %': 0.1, '3 %': 0.03, '0.5 %': 0.005 } as const;
const engine = createOnnxFaceEngine({ workers: 2 });
await engine.ready();
const stream = createWriteStream(out);
const files = (await readdir(folder)).filter((file) => file.endsWith('.jpg')).sort();
const byPerson = Map.groupBy(files, (file) => file.replace(/_?\d*\.jpg$/, ''));
const names = [...byPerson.keys()].sort((a, b) => spread(a) - spread(b)).slice(Number(values.skip));
let people = 0;
for (const person of names) {
  if (people >= Number(values.people)) break;
  const bytes = await readFile(join(folder, byPerson.get(person)![0]!));
  const found = await engine.observe(bytes).catch(() => undefined);
  if (found === undefined || Math.abs(found.quality.yawDegrees) > 8) continue;
  people += 1;
  const face = await cutFace(bytes, found.box, 400);
  const random = createSeededRandom(`light of ${person}`);
  for (const [species, reach] of Object.entries(reaches)) await record(person, species, face, reach, random);
  await record(person, 'recording', face, 0, random);
}
stream.end();
await engine.close();

/** Draws one session. A recording shows no light of the screen but what its glass mirrors. */
async function record(
  person: string,
  species: string,
  face: Uint8Array,
  reach: number,
  random: () => number,
): Promise<void> {
  const between = (from: number, to: number) => from + (to - from) * random();
  const warmth = between(-0.25, 0.35);
  const lighting = {
    reach: reach * between(0.7, 1.3),
    room: { red: 1 + warmth, green: 1, blue: 1 - 0.9 * warmth },
    behind: between(0.03, 0.2),
    balance: between(0, 1),
    noise: between(1, 5),
    quality: Math.round(between(75, 92)),
  };
  const mirrored = reach === 0 ? between(0, 0.02) : 0;
  const shown = drawSteps((count) => Math.floor(random() * count), 'turns_and_light').flatMap(
    ({ colour }) => colour ?? [],
  );
  const colours = await Promise.all(
    shown.map(async (colour, index) => {
      const pose = { yaw: between(-4, 4), pitch: between(-4, 4) };
      const picture = await drawHead(face, pose, index);
      const { room } = lighting;
      const light = { ...lighting, room: mirror(room, lightColours[colour], mirrored) };
      const frame = await lightFace(picture, lightColours[colour], light, random);
      return (await engine.observe(frame).catch(() => undefined))?.colours ?? null;
    }),
  );
  const session: LitSession = { person, species, shown, colours };
  stream.write(`${JSON.stringify(session)}\n`);
}

function mirror(room: LinearColour, screen: LinearColour, share: number): LinearColour {
  return {
    red: room.red + share * screen.red,
    green: room.green + share * screen.green,
    blue: room.blue + share * screen.blue,
  };
}
