import { cutDemoPhotos } from '../../src/demo/demo-photos.ts';
import { decodePhoto } from '../../src/engine/decode-photo.ts';
import { openNetwork } from '../../src/engine/onnx-network.ts';
import { getPackagedNetwork } from '../../src/engine/packaged-networks.ts';
import { sidePx } from '../service/prepare-person.ts';

export type Yardstick = { run(): Promise<void>; release(): Promise<void> };

/**
 * The work that one authentication cannot leave out, alone: decoding its photo, and the runs of the networks
 * that a received photo needs (the detector at half its size, landmarks, recognition, liveness for two pictures).
 */
export async function openYardstick(): Promise<Yardstick> {
  const [, photo] = (await cutDemoPhotos(sidePx)).sameWoman;
  const files = [
    getPackagedNetwork('quick-detector').file,
    getPackagedNetwork('landmarks').file,
    getPackagedNetwork('recognition').file,
    getPackagedNetwork('liveness').file,
    getPackagedNetwork('liveness').file,
  ];
  const networks = await Promise.all(
    files.map(async (file) => {
      const network = await openNetwork(file);
      const length = network.inputShape.reduce((product, size) => product * size, network.pictures);
      return { network, picture: Float32Array.from({ length }, (_, i) => Math.sin(i)) };
    }),
  );
  return {
    async run() {
      await decodePhoto(photo, 40_000_000, { isReceived: true });
      for (const { network, picture } of networks) await network.run(picture);
    },
    async release() {
      for (const { network } of networks) await network.release();
    },
  };
}
