import { ensureConvertedModels } from '../../src/engine/convert/ensure-converted-models.ts';
import { openNetwork } from '../../src/engine/onnx-network.ts';

export type Yardstick = { run(): Promise<void>; release(): Promise<void> };

/**
 * The networks of an authentication as they were in commit 599e483, in float32: the detector at half its size, the
 * landmarks twice, embedding A of the face and its mirrored copy, embedding B. Later figures are given in this unit,
 * whichever networks an authentication needs by then. The converter has made these networks 2 % faster since.
 */
export async function openYardstick(dataDir: string): Promise<Yardstick> {
  const models = await ensureConvertedModels(dataDir);
  const names = ['quick-detector', 'landmarks', 'landmarks', 'embedding-a', 'embedding-b'] as const;
  const opened = new Map(
    await Promise.all(
      [...new Set(names)].map(async (name) => [name, await openNetwork(models[name])] as const),
    ),
  );
  const runs = names.map((name) => {
    const network = opened.get(name);
    if (network === undefined) throw new TypeError(`${name} is not open`);
    const length = network.inputShape.reduce((product, size) => product * size, network.pictures);
    const picture = Float32Array.from({ length }, (_, i) => Math.sin(i));
    return () => network.run(picture);
  });
  return {
    async run() {
      for (const run of runs) await run();
    },
    async release() {
      for (const network of opened.values()) await network.release();
    },
  };
}
