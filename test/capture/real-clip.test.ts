import assert from 'node:assert/strict';
import crypto from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import sharp from 'sharp';
import {
  fade,
  morph,
  type Picture,
  paste,
  readPicture,
  writePicture,
} from '../../bench/liveness/challenge/mix-photos.ts';
import { cutOut, cylinder } from '../../bench/liveness/challenge/scenes.ts';
import { createOnnxFaceEngine } from '../../src/engine/create-onnx-face-engine.ts';
import type { FaceEngine } from '../../src/engine/index.ts';
import { longestStepMs, openChromium, withoutChromium } from '../support/chromium.ts';
import { drawSurface, type Surface } from '../support/draw-head.ts';
import { cutFacePhotos } from '../support/face-photos.ts';
import { type Shot, writeFilm } from '../support/film.ts';
import { send } from '../support/http.ts';
import { temporaryDirectory } from '../support/own-postgres.ts';
import { shareService } from '../support/service.ts';

const shared = join(import.meta.dirname, '../../../shared/data');
const clip = join(shared, 'liveness/turn');
const photos = join(shared, 'faces/lfw-dev');
const skip =
  withoutChromium ||
  (!existsSync(clip) && `no clip at ${clip}`) ||
  (!existsSync(photos) && `no photos at ${photos}`);

/** The first of the clip's pictures whose head looks ahead, and how it turns to the own left and right from there. */
const [ahead, left, right] = [9, [10, 11, 12], [8, 7, 6]] as const;
const person = 'Ariel_Sharon';
const [holdMs, wayMs] = [1_500, 300] as const;

/** A film of somebody who looks ahead and turns to one side and to the other, again and again. */
function turning(front: Uint8Array, ...sides: readonly (readonly Uint8Array[])[]): readonly Shot[] {
  return sides.flatMap((way) => {
    const [most, ...back] = way.toReversed() as [Uint8Array, ...Uint8Array[]];
    const moving = (pictures: readonly Uint8Array[]) => pictures.map((picture) => ({ picture, ms: wayMs }));
    return [
      { picture: front, ms: holdMs },
      ...moving(way.slice(0, -1)),
      { picture: most, ms: holdMs },
      ...moving(back),
    ];
  });
}

/** Both turns of a photo on a surface. */
async function turnedSurface(photo: Uint8Array, surface: Surface): Promise<readonly Shot[]> {
  const at = (yaw: number) => drawSurface(photo, { yaw, pitch: 0 }, surface, yaw + 100);
  const [front, ...turned] = await Promise.all([0, 15, 30, 45, -15, -30, -45].map(at));
  return turning(front!, turned.slice(0, 3), turned.slice(3));
}

describe('the capture page before films of a real person and of attacks', { skip }, () => {
  const service = shareService('embedded', {
    env: {
      FACE_WORKERS: '1',
      LIVENESS_FINISH_SECONDS: '600',
      LIVENESS_LOCK_AFTER_FAILURES: '0',
      LIVENESS_REPLAY_DAYS: '0',
    },
  });
  let folder: string;
  let customer: string;
  let engine: FaceEngine;
  let frames: readonly Uint8Array[];

  before(async () => {
    folder = await mkdtemp(join(temporaryDirectory, 'confere-film-'));
    customer = await service().token('customer');
    engine = createOnnxFaceEngine({ workers: 1 });
    await engine.ready();
    const names = (await readdir(clip)).sort();
    frames = await Promise.all(
      names.map(async (name) => {
        // The person is far away.
        const near = sharp(await readFile(join(clip, name))).extract({
          left: 86,
          top: 8,
          width: 280,
          height: 210,
        });
        return await near.jpeg({ quality: 95 }).toBuffer();
      }),
    );
  });
  after(async () => {
    await engine?.close();
    await rm(folder, { recursive: true });
  });

  type Photo = { readonly picture: Picture; readonly points: Float32Array };

  /** Photos of one person from several days: what is shown on the way between them, and in place of the turned ones. */
  async function mixed(
    between: (from: Photo, to: Photo) => readonly Picture[],
    last = (_from: Photo, to: Photo) => to.picture,
  ): Promise<readonly Shot[]> {
    const names = (await readdir(photos)).filter((name) => name.startsWith(person)).sort();
    const all = await Promise.all(
      names.slice(0, 12).map(async (name) => {
        const bytes = await readFile(join(photos, name));
        const face = await engine.observe(bytes).catch(() => undefined);
        if (face === undefined) return [];
        return [{ picture: await readPicture(bytes), points: face.points, yaw: face.quality.yawDegrees }];
      }),
    );
    const seen = all.flat();
    const byYaw = seen.toSorted((a, b) => b.yaw - a.yaw);
    const front = seen.toSorted((a, b) => Math.abs(a.yaw) - Math.abs(b.yaw))[0]!;
    const [first, ...ways] = await Promise.all([
      writePicture(front.picture),
      ...[byYaw[0]!, byYaw.at(-1)!].map((to) =>
        Promise.all([...between(front, to), last(front, to)].map(writePicture)),
      ),
    ]);
    return turning(first, ...ways);
  }

  /** A session that asks for turns in the order given: the draws of the service come out like that. */
  async function create(turns: readonly ('left' | 'right')[]) {
    const { randomInt } = crypto;
    const draws = turns.map((turn) => (turn === 'left' ? 0 : 1)).values();
    Object.assign(crypto, {
      randomInt: (count: number) => (count === 3 ? draws.next().value : randomInt(count)),
    });
    syncBuiltinESMExports();
    try {
      const url = `${service().url}/v1/liveness-sessions`;
      const json = { purpose: 'check', locale: 'en' };
      const { body } = await send(url, { method: 'POST', token: customer, json });
      return body as { id: string; captureUrl: string };
    } finally {
      Object.assign(crypto, { randomInt });
      syncBuiltinESMExports();
    }
  }

  /** The session that the page took of a film, and what the page said at its end. `isPatient`: more time was asked for. */
  async function show(
    t: TestContext,
    shots: readonly Shot[],
    {
      turns = ['left', 'right', 'left'],
      isPatient = false,
    }: { readonly turns?: readonly ('left' | 'right')[]; readonly isPatient?: boolean } = {},
  ) {
    const video = join(folder, `${t.name.replaceAll(/\W+/g, '-')}.y4m`);
    await writeFilm(video, shots, 60);
    const browser = await openChromium([
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${video}`,
    ]);
    t.after(async () => {
      await browser.close();
      await rm(video);
    });
    const page = await (await browser.newContext({ locale: 'en' })).newPage();
    page.setDefaultTimeout(longestStepMs);
    const { id, captureUrl } = await create(turns);
    await page.goto(captureUrl);
    if (isPatient) await page.locator('[data-choice=more-time]').click();
    await page.locator('[data-choice=camera]').click();
    await page.locator('[data-choice=go]').click();
    const end = page.getByRole('heading', { name: /^Done!|did not work/ });
    const again = page.getByRole('heading', { name: 'Almost there' });
    for (;;) {
      await end.or(again).waitFor();
      if (await end.isVisible()) break;
      await page.locator('[data-choice=camera]').click();
      await page.locator('[data-choice=go]').click();
      await page.getByRole('heading', { name: /^(Look|Turn)/ }).waitFor();
    }
    const advice = await page.locator('confere-capture').innerText();
    const read = () => send(`${service().url}/v1/liveness-sessions/${id}`, { token: customer });
    let session = (await read()).body;
    while (session.state === 'judging') session = (await read()).body;
    t.diagnostic(`${session.state} ${session.reasons?.join()}`);
    return { advice, session };
  }

  it('a real person who turns as asked passes', async (t) => {
    const pick = (of: readonly number[]) => of.map((index) => frames[index]!);
    const { session } = await show(t, turning(frames[ahead]!, pick(left), pick(right)), {
      isPatient: true,
    });
    assert.equal(session.state, 'passed', JSON.stringify(session));
    const kinds = session.steps.map(({ kind }: { kind: string }) => kind);
    assert.deepEqual(kinds.slice(0, 6), ['center', 'left', 'center', 'right', 'center', 'left']);
  });

  const attacks: Readonly<Record<string, () => Promise<readonly Shot[]>>> = {
    'a still photo': async () => [{ picture: frames[ahead]!, ms: holdMs }],
    'the person, who turns to the other side': async () =>
      turning(
        frames[ahead]!,
        right.map((index) => frames[index]!),
      ),
    'a photo that is bent': async () => turnedSurface((await cutFacePhotos(480)).sameWoman[0], cylinder(15)),
    'a photo with cut-out eyes and mouth': async () =>
      turnedSurface((await cutFacePhotos(480)).sameWoman[0], cutOut),
    'photos that are swapped': () => mixed(() => []),
    'photos that fade': () =>
      mixed((from, to) => [0.3, 0.5, 0.7].map((share) => fade(from.picture, to.picture, share))),
    'photos that are morphed': () =>
      mixed((from, to) =>
        [0.3, 0.5, 0.7].map((share) => morph(from.picture, from.points, to.picture, to.points, share)),
      ),
    'a turned face that is pasted on a photo': () =>
      mixed(
        (from, to) =>
          [0.3, 0.6].map((share) => {
            const points = from.points.map((value, i) => value * (1 - share) + to.points[i]! * share);
            const between = morph(from.picture, from.points, to.picture, to.points, share);
            return paste(between, points, from.picture, points);
          }),
        (from, to) => paste(to.picture, to.points, from.picture, to.points),
      ),
  };
  for (const [name, film] of Object.entries(attacks)) {
    it(`${name}: does not pass`, async (t) => {
      // A face that is seen to turn is waited for.
      const isPatient = /^photos|pasted/.test(name);
      const turns = name.includes('other side') ? { turns: ['left', 'left', 'left'] as const } : {};
      const { advice, session } = await show(t, await film(), { isPatient, ...turns });
      assert.equal(session.state, 'failed', JSON.stringify(session));
      assert.doesNotMatch(advice, /fail|reject|spoof|fraud/i);
    });
  }
});
