import { disableRuntimeTelemetry, openNetwork } from '../../src/engine/onnx-network.ts';
import { getPackagedNetwork } from '../../src/engine/packaged-networks.ts';
import { findLivenessPack } from '../../src/engine/packs/find-liveness-pack.ts';
import { openYardstick } from './yardstick.ts';

export type BareOnnx = {
  /** Median milliseconds of one run of {@link openYardstick}. */
  readonly yardstickMs: number;
  /** The same of all network runs that one authentication needs now, and nothing else, one after another. */
  readonly totalMs: number;
  /** The same for each network: runs an authentication needs, median milliseconds of one run. */
  readonly networks: readonly { readonly name: string; readonly runs: number; readonly runMs: number }[];
};

/**
 * The floor an authentication cannot go below: the network runs alone of a photo with one large face, with the engine's
 * own sessions and input sizes, on one thread; in turn with the yardstick. Blocks the calling thread for `rounds` times
 * both.
 */
export async function measureBareOnnx(options: {
  readonly modelsDir?: string;
  readonly rounds?: number;
}): Promise<BareOnnx> {
  disableRuntimeTelemetry();
  const { pack } = findLivenessPack(options.modelsDir);
  const parts = [
    { name: 'detector at half its size', file: getPackagedNetwork('quick-detector').file, runs: 1 },
    { name: 'landmarks', file: getPackagedNetwork('landmarks').file, runs: 1 },
    { name: 'recognition', file: getPackagedNetwork('recognition').file, runs: 1 },
    { name: 'liveness', file: getPackagedNetwork('liveness').file, runs: 2 },
    ...(pack?.networks ?? []).map(({ file }, at) => ({ name: pack!.descriptions[at]!.name, file, runs: 1 })),
  ];
  const loaded = await Promise.all(
    parts.map(async (part) => {
      const network = await openNetwork(part.file);
      const [channels, height, width] = network.inputShape;
      const length = network.pictures * channels * height * width;
      const picture = Float32Array.from({ length }, (_, i) => Math.sin(i));
      return { ...part, network, picture, times: [] as number[] };
    }),
  );
  const yardstick = await openYardstick();
  const yardsticks: number[] = [];
  const totals: number[] = [];
  const rounds = options.rounds ?? 50;
  // The first rounds pay for memory that later ones reuse.
  for (let round = -5; round < rounds; round++) {
    const before = performance.now();
    await yardstick.run();
    if (round >= 0) yardsticks.push(performance.now() - before);
    let total = 0;
    for (const part of loaded) {
      for (let run = 0; run < part.runs; run++) {
        const start = performance.now();
        await part.network.run(part.picture);
        const elapsed = performance.now() - start;
        total += elapsed;
        if (round >= 0) part.times.push(elapsed);
      }
    }
    if (round >= 0) totals.push(total);
  }
  for (const part of loaded) await part.network.release();
  await yardstick.release();
  return {
    yardstickMs: median(yardsticks),
    totalMs: median(totals),
    networks: loaded.map(({ name, runs, times }) => ({ name, runs, runMs: median(times) })),
  };
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
