import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { CliError } from '../../cli/errors.ts';
import type { FaceAnalysis } from '../../engine/index.ts';
import { AppError } from '../../platform/errors.ts';
import { openEngine } from './open-engine.ts';

type Options = { readonly json?: true; readonly asServer?: true };

/** `confere faces compare A B`: how alike the faces of two photos are. */
export function compareFacesCommand(): Command {
  return new Command('compare')
    .description('Compare the faces of two photos.')
    .argument('<a>', 'a photo: JPEG, PNG, WebP or AVIF')
    .argument('<b>', 'another photo')
    .option('--as-server', 'refuse photos as the service does: several, small or blurred faces')
    .option('--json', 'print one JSON document on standard output')
    .action(async (a: string, b: string, options: Options) => {
      const photos = await Promise.all([readPhoto(a), readPhoto(b)]);
      await using opened = await openEngine(options.asServer ? 'usual' : 'lenient');
      const { engine } = opened;
      const [first, second] = (await Promise.all(
        [a, b].map((path, index) => analyse(path, () => engine.analyse(photos[index] as Uint8Array))),
      )) as [FaceAnalysis, FaceAnalysis];
      const { similarity, score } = engine.compare(first.template, second.template);
      const { falseMatchRate, scoreThreshold, templateModel } = engine.describe();
      const isFaceMatch = similarity >= 0.5;
      if (options.json) {
        const describe = ({ box, quality, liveness, timingsMs }: FaceAnalysis) => ({
          box,
          quality,
          liveness,
          timingsMs,
        });
        const comparison = { similarity, isFaceMatch, score, scoreThreshold, falseMatchRate, templateModel };
        console.log(JSON.stringify({ ...comparison, a: describe(first), b: describe(second) }, null, 2));
        return;
      }
      console.log(`similarity  ${similarity.toFixed(4)}  (${isFaceMatch ? 'match' : 'no match'} from 0.5)`);
      console.log(
        `score       ${score.toFixed(4)}  (threshold ${scoreThreshold.toFixed(4)}: ${falseMatchRate} of pairs of different people)`,
      );
      for (const [path, { quality, liveness }] of [
        [a, first],
        [b, second],
      ] as const) {
        console.log(
          `${path}: eyes ${Math.round(quality.eyeDistancePx)} pixels apart, sharpness ${Math.round(quality.sharpness)}, liveness ${liveness.probability.toFixed(2)}`,
        );
      }
      console.log(`by ${templateModel}`);
    });
}

async function readPhoto(path: string): Promise<Uint8Array> {
  return readFile(path).catch((cause: unknown) => {
    throw new CliError('file_unreadable', { detail: path, cause });
  });
}

/** The engine does not know what a photo is called. */
async function analyse(path: string, run: () => Promise<FaceAnalysis>): Promise<FaceAnalysis> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof AppError) console.error(`${path}:`);
    throw error;
  }
}
