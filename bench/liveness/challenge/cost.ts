import { readdir, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { createOnnxFaceEngine } from '../../../src/engine/create-onnx-face-engine.ts';
import { compareStillness, compareSurroundings, measureRelief } from '../../../src/engine/index.ts';
import { findShownTurns, recordingRules } from '../../../src/liveness/evaluation/evaluate-sequences.ts';
import { judgeFrames } from '../../../src/liveness/judge-frames.ts';

// node bench/liveness/challenge/cost.ts <folder of frames that turn>
// Times the judgement of 16 frames at 720p against the time that its networks run.
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name a folder of frames');
const count = 16;
const rounds = 5;

const names = (await readdir(folder)).filter((name) => /\.jpe?g$/i.test(name)).sort();
const chosen = Array.from({ length: count }, (_, i) => names[Math.floor((i * names.length) / count)]!);
const frames = await Promise.all(
  chosen.map(async (name) =>
    sharp(await readFile(join(folder, name)))
      .resize(1280, 720, { fit: 'cover' })
      .jpeg({ quality: 90 })
      .toBuffer(),
  ),
);
const workers = Math.min(2, availableParallelism());
const engine = createOnnxFaceEngine({ workers });
await engine.ready();
const { livenessEngine, livenessThreshold } = engine.describe();
const results: { wall: number; judge: number; networks: number; decode: number; draw: number }[] = [];
for (let round = 0; round <= rounds; round++) {
  const started = performance.now();
  const faces = await Promise.all(frames.map((frame) => engine.observe(frame)));
  const seen = performance.now();
  const shown = findShownTurns(faces);
  if (shown === undefined) throw new Error('The frames show no turn');
  judgeFrames(
    shown.steps,
    faces.map((face, index) => ({
      step: shown.stepOf[index] ?? 0,
      imageId: String(index),
      receivedAt: new Date(index * 60_000),
      face,
    })),
    {
      compare: (a, b) => engine.compare(a, b).similarity,
      compareSurroundings,
      compareStillness,
      measureRelief,
      passive: { engine: livenessEngine, threshold: livenessThreshold },
      known: [],
      rules: recordingRules,
    },
  );
  const ended = performance.now();
  const sum = (pick: (timings: (typeof faces)[number]['timingsMs']) => number) =>
    faces.reduce((total, { timingsMs }) => total + pick(timingsMs), 0);
  // The first round warms up.
  if (round === 0) continue;
  results.push({
    wall: ended - started,
    judge: ended - seen,
    networks: sum(({ detect, embed, liveness, draw }) => detect + embed + liveness - draw),
    decode: sum(({ decode }) => decode),
    draw: sum(({ draw }) => draw),
  });
}
await engine.close();
const best = results.toSorted((a, b) => a.wall - b.wall)[0]!;
const ms = (value: number) => `${value.toFixed(0)} ms`;
console.log(`${count} frames at 720p, ${workers} workers, best of ${rounds}: ${ms(best.wall)}`);
console.log(
  `rules ${ms(best.judge)}; workers together: networks with their search ${ms(best.networks)}, decoding ${ms(best.decode)}, drawing views ${ms(best.draw)}`,
);
console.log(
  `workers' time by that of the networks: ${((best.networks + best.decode + best.draw + best.judge) / best.networks).toFixed(2)}`,
);
