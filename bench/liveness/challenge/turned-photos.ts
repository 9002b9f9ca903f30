import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createOnnxFaceEngine } from '../../../src/engine/create-onnx-face-engine.ts';

// node bench/liveness/challenge/turned-photos.ts <folder of photos>
// Photos of living people by the turn of the head: the share that the passive engine gives less than half of its
// threshold, and less than the threshold. Nothing is learnt here.
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder of photos');

const engine = createOnnxFaceEngine({ workers: 2, limits: { secondFaceRatio: Number.POSITIVE_INFINITY } });
await engine.ready();
const { livenessThreshold } = engine.describe();
const files = (await readdir(folder)).filter((file) => file.endsWith('.jpg'));
const seen: { readonly degrees: number; readonly probability: number }[] = [];
for (const file of files) {
  const face = await engine.observe(await readFile(join(folder, file))).catch(() => undefined);
  if (face === undefined) continue;
  seen.push({ degrees: Math.abs(face.quality.yawDegrees), probability: face.liveness.probability });
}
console.log('| degrees | photos | below half of the threshold | below it |\n|---|---|---|---|');
for (const [from, to] of [
  [0, 5],
  [5, 11],
  [11, 16],
  [16, 22],
  [22, 30],
  [30, 90],
] as const) {
  const own = seen.filter(({ degrees }) => degrees >= from && degrees < to);
  const below = (limit: number) => own.filter(({ probability }) => probability < limit).length;
  console.log(
    `| ${from} to ${to} | ${own.length} | ${below(livenessThreshold / 2)} | ${below(livenessThreshold)} |`,
  );
}
await engine.close();
