import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { longestStepMs, openChromium, withoutChromium } from '../support/chromium.ts';
import { cutFacePhotos } from '../support/face-photos.ts';
import { writeFilm } from '../support/film.ts';
import { send } from '../support/http.ts';
import { shareService } from '../support/service.ts';

describe('a photo before the camera of the capture page', { skip: withoutChromium }, () => {
  const service = shareService('embedded', { env: { FACE_WORKERS: '1' } });
  let folder: string;
  let browser: Browser;
  let customer: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'confere-camera-'));
    const { sameWoman } = await cutFacePhotos(480);
    const video = join(folder, 'still.y4m');
    await writeFilm(video, [{ picture: sameWoman[0], ms: 100 }], 4);
    browser = await openChromium([
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${video}`,
    ]);
    customer = await service().token('customer');
  });
  after(async () => {
    await browser?.close();
    await rm(folder, { recursive: true });
  });

  const create = async () => {
    const url = `${service().url}/v1/liveness-sessions`;
    const json = { purpose: 'check', locale: 'en' };
    const { body } = await send(url, { method: 'POST', token: customer, json });
    return body as { id: string; captureUrl: string };
  };
  const read = async (id: string) =>
    (await send(`${service().url}/v1/liveness-sessions/${id}`, { token: customer })).body;

  it('follows no step: the session fails, and the page shows no verdict', async (t) => {
    const { id, captureUrl } = await create();
    const context = await browser.newContext({ locale: 'en' });
    t.after(() => context.close());
    const page = await context.newPage();
    page.setDefaultTimeout(longestStepMs);
    await page.goto(captureUrl);
    await page.locator('[data-choice=camera]').click();
    await page.locator('[data-choice=go]').click();
    await page.getByRole('heading', { name: /^Done!|did not work/ }).waitFor();
    const title = await page.getByRole('heading', { level: 1 }).innerText();
    let session = await read(id);
    while (session.state === 'judging') session = await read(id);
    assert.equal(session.state, 'failed', JSON.stringify({ title, session }));
    assert.ok(session.reasons.includes('wrong_direction'), session.reasons.join());
    assert.equal(session.verdict.isAlive, false);
    assert.doesNotMatch(await page.locator('confere-capture').innerText(), /fail|reject|spoof|fraud/i);
  });

  it('whoever opens the link too late is told so', async (t) => {
    const { id, captureUrl } = await create();
    const context = await browser.newContext({ locale: 'en' });
    t.after(() => context.close());
    const page = await context.newPage();
    page.setDefaultTimeout(longestStepMs);
    await service().clock.later(181_000, async () => {
      await page.goto(captureUrl);
      await page.getByRole('heading', { name: 'This link is no longer valid' }).waitFor();
      assert.equal((await read(id)).state, 'expired');
    });
  });
});
