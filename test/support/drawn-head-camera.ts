import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { drawHead } from './draw-head.ts';
import { cutFacePhotos } from './face-photos.ts';

const script = fileURLToPath(new URL('drawn-head-camera-page.js', import.meta.url));
const turns = [-36, -24, -12, 0, 12, 24, 36];
const lifts = [9, 18, 27];

/**
 * Puts a head drawn in three dimensions in the place of the camera. It turns as the page asks, so the real networks let a
 * session pass: an injected camera, and no evidence of what happens with people.
 */
export async function drawHeadCamera(page: Page): Promise<void> {
  const photo = (await cutFacePhotos(720)).sameWoman[1];
  const poses = [...turns.map((yaw) => ({ yaw, pitch: 0 })), ...lifts.map((pitch) => ({ yaw: 0, pitch }))];
  const frames = await Promise.all(
    poses.map(async (pose, index) => {
      const jpeg = Buffer.from(await drawHead(photo, pose, index));
      return { ...pose, address: `data:image/jpeg;base64,${jpeg.toString('base64')}` };
    }),
  );
  await page.addInitScript((each) => Object.assign(globalThis, { drawnHead: { frames: each } }), frames);
  await page.addInitScript({ path: script });
}

/** How many cameras of the page run. */
export async function countRunningHeads(page: Page): Promise<number> {
  return await page.evaluate(
    "globalThis.drawnHead.tracks.filter(({ readyState }) => readyState === 'live').length",
  );
}
