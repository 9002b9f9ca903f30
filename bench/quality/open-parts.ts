import { decodePhoto } from '../../src/engine/decode-photo.ts';
import { FaceDetector } from '../../src/engine/detect-faces.ts';
import { type FoundFace, findFace } from '../../src/engine/find-face.ts';
import { openQuickDetector } from '../../src/engine/glance-at-photo.ts';
import { LandmarkLocator } from '../../src/engine/locate-landmarks.ts';
import { disableRuntimeTelemetry, openNetwork } from '../../src/engine/onnx-network.ts';
import { getPackagedNetwork } from '../../src/engine/packaged-networks.ts';
import { Pyramid } from '../../src/engine/raster.ts';

/** A photo with its face; good until the next one is looked at. */
export type SeenFace = FoundFace & {
  readonly pyramid: Pyramid;
  readonly width: number;
  readonly height: number;
};

const limits = { secondFaceRatio: Number.POSITIVE_INFINITY, timeoutMs: Number.POSITIVE_INFINITY };

/**
 * The engine's own detector and landmarks, without what follows them, on this thread. They see a photo as a reference
 * photo is seen, or as one that was received to be compared.
 */
export async function openFaceFinder(): Promise<
  (photo: Uint8Array, options?: { readonly isReceived?: boolean }) => Promise<SeenFace | undefined>
> {
  disableRuntimeTelemetry();
  const finder = {
    detector: new FaceDetector(await openNetwork(getPackagedNetwork('detector').file)),
    quickDetector: openQuickDetector(await openNetwork(getPackagedNetwork('quick-detector').file)),
    locator: new LandmarkLocator(await openNetwork(getPackagedNetwork('landmarks').file)),
  };
  return async (photo, { isReceived = false } = {}) => {
    const { raster } = await decodePhoto(photo, 100_000_000, { isReceived });
    const { width, height } = raster;
    const pyramid = new Pyramid(raster);
    const search = await findFace(pyramid, finder, { ...limits, looks: isReceived ? 1 : 2 });
    return search.kind === 'found' ? { ...search.found, pyramid, width, height } : undefined;
  };
}
