import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { cutFacePhotos } from './face-photos.ts';

export type CameraBehaviour = 'works' | 'NotAllowedError' | 'NotFoundError' | 'NotReadableError';

/**
 * Puts a drawn picture in the place of the camera: a photo on a cylinder that turns as the page asks. An injected
 * camera does the same, so this shows that the page works and nothing about attacks.
 */
export async function drawCamera(page: Page, behaviour: CameraBehaviour = 'works'): Promise<void> {
  const face = await faceAddress();
  await page.addInitScript(
    ([address, first]) =>
      Object.assign(globalThis, { drawnCamera: { address, behaviour: first, tracks: [] } }),
    [face, behaviour] as const,
  );
  await page.addInitScript({ path: script });
}

type DrawnCamera = { behaviour: string; readonly tracks: readonly { readonly readyState: string }[] };

const script = fileURLToPath(new URL('drawn-camera-page.js', import.meta.url));

/** An init script: the camera shows no face, so that no movement is seen and each is waited for. */
export const withoutFace = `
  const { drawImage } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.drawImage = function (picture, ...place) {
    if (picture instanceof OffscreenCanvas) return;
    drawImage.call(this, picture, ...place);
  };
`;

/** How many cameras of the page run. */
export async function countRunningCameras(page: Page): Promise<number> {
  return await page.evaluate(
    () =>
      (globalThis as unknown as { drawnCamera: DrawnCamera }).drawnCamera.tracks.filter(
        ({ readyState }) => readyState === 'live',
      ).length,
  );
}

/** Changes what the camera does when it is asked again. */
export async function setCamera(page: Page, behaviour: CameraBehaviour): Promise<void> {
  await page.evaluate((next) => {
    (globalThis as unknown as { drawnCamera: DrawnCamera }).drawnCamera.behaviour = next;
  }, behaviour);
}

let known: Promise<string> | undefined;

async function faceAddress(): Promise<string> {
  known ??= cutFacePhotos(620).then(async ({ sameWoman }) => {
    const jpeg = await sharp(sameWoman[1]).resize(620, 620, { fit: 'cover' }).jpeg().toBuffer();
    return `data:image/jpeg;base64,${jpeg.toString('base64')}`;
  });
  return await known;
}
