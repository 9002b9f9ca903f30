import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { EngineError } from '../../src/engine/index.ts';
import { longestStepMs, openChromium, withoutChromium } from '../support/chromium.ts';
import { countRunningCameras, drawCamera } from '../support/drawn-camera.ts';
import { send } from '../support/http.ts';
import { lookAtScreen } from '../support/look-at-screen.ts';
import { shareService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';

describe('a photo file on the capture page, with the service', { skip: withoutChromium }, () => {
  const engine = createStandInEngine();
  const service = shareService('embedded', { engine, env: { LIVENESS_CONSENT_TEXT: 'Concordo.' } });
  let browser: Browser;
  let customer: string;
  let photo: Buffer;

  before(async () => {
    browser = await openChromium();
    customer = await service().token('customer');
    photo = await sharp(randomBytes(400 * 400 * 3), { raw: { width: 400, height: 400, channels: 3 } })
      .jpeg()
      .toBuffer();
  });
  after(() => browser?.close());

  async function openPage(t: TestContext, options: object = {}): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 320, height: 640 }, ...options });
    t.after(() => context.close());
    const page = await context.newPage();
    page.setDefaultTimeout(longestStepMs);
    await drawCamera(page, 'NotFoundError');
    return page;
  }
  const create = async (json: object, token = customer) => {
    const url = `${service().url}/v1/liveness-sessions`;
    const { body } = await send(url, { method: 'POST', token, json });
    return body as { id: string; captureUrl: string };
  };
  const read = async (id: string, token = customer) =>
    (await send(`${service().url}/v1/liveness-sessions/${id}`, { token })).body;
  const choose = (page: Page, name: string) => page.locator(`[data-choice=${name}]`).click();
  const see = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
  const choosePhoto = (page: Page, name = 'eu.jpg', buffer = photo) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/jpeg', buffer });

  it('is taken when neither the desk nor the phone has a camera, in Portuguese', async (t) => {
    t.after(() => engine.failWith(undefined));
    const { id, captureUrl } = await create({ purpose: 'check' });
    const desk = await openPage(t, { locale: 'pt-BR', viewport: { width: 1280, height: 800 } });
    await desk.goto(captureUrl);
    await choose(desk, 'phone');
    await see(desk, 'Continue no celular');
    await lookAtScreen(desk, 'upload-hand-over');
    // No phone here: the desk takes the session back, and asks for the consent that the phone would have asked for.
    await choose(desk, 'here');
    await desk.getByRole('checkbox').check();
    await choose(desk, 'camera');
    await see(desk, 'Nenhuma câmera encontrada');
    await choose(desk, 'phone');
    const link = await desk.locator('.link').innerText();

    const phone = await openPage(t, { locale: 'pt-BR' });
    await phone.goto(link);
    await phone.getByRole('checkbox').check();
    await choose(desk, 'here');
    await desk.getByText('Um celular já abriu o link. Continue nele.').waitFor();
    await choose(phone, 'camera');
    await see(phone, 'Nenhuma câmera encontrada');
    await lookAtScreen(phone, 'upload-no-camera');
    await choose(phone, 'upload');
    await see(phone, 'Envie uma foto sua');
    await choose(phone, 'send');
    await phone.getByText('Escolha primeiro o arquivo da foto.').waitFor();
    await lookAtScreen(phone, 'upload-missing');
    await choosePhoto(phone, 'texto.jpg', Buffer.from('no photo'));
    await choose(phone, 'send');
    await phone
      .getByText(/Não conseguimos ler este arquivo como foto/)
      .first()
      .waitFor();
    engine.failWith(new EngineError('multiple_faces'));
    await choosePhoto(phone);
    await choose(phone, 'send');
    await phone
      .getByText(/Há mais de um rosto nesta foto/)
      .first()
      .waitFor();
    await lookAtScreen(phone, 'upload-refused-photo');
    engine.failWith(undefined);
    await choosePhoto(phone);
    await choose(phone, 'send');
    await see(phone, 'Pronto!');
    await lookAtScreen(phone, 'upload-done');
    await see(desk, 'Pronto!');
    const session = await read(id);
    assert.equal(session.state, 'not_performed');
    assert.ok(session.consentedAt);
    const kept = await fetch(session.upload.imageUrl);
    assert.deepEqual(Buffer.from(await kept.arrayBuffer()), photo);
    assert.equal(await countRunningCameras(phone), 0);
  });

  it('is asked for again when the file changed after it was chosen', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'confere-photo-'));
    t.after(() => rm(folder, { recursive: true }));
    const file = join(folder, 'eu.jpg');
    await writeFile(file, photo);
    const { id, captureUrl } = await create({ purpose: 'check', locale: 'en' });
    const page = await openPage(t);
    await page.goto(captureUrl);
    await page.getByRole('checkbox').check();
    await choose(page, 'camera');
    await choose(page, 'upload');
    const field = page.locator('input[type=file]');
    await field.setInputFiles(file);
    // The browser asks for the size of a chosen file later, on a thread of its own; once it read the file, it has it.
    const bytes = await field.evaluate(async (input) => {
      const [chosen] = (input as unknown as { readonly files: readonly Blob[] }).files;
      return (await chosen?.arrayBuffer())?.byteLength;
    });
    assert.equal(bytes, photo.length);
    await truncate(file, 1_000);
    await choose(page, 'send');
    await page
      .getByText(/We could not read this file as a photo/)
      .first()
      .waitFor();
    await writeFile(file, photo);
    await field.setInputFiles(file);
    await choose(page, 'send');
    await see(page, 'Done!');
    assert.equal((await read(id)).state, 'not_performed');
  });

  it('that arrived while the page was reloaded is said to be there', async (t) => {
    const { id, captureUrl } = await create({ purpose: 'check', locale: 'en' });
    const page = await openPage(t);
    await page.goto(captureUrl);
    await page.getByRole('checkbox').check();
    await choose(page, 'camera');
    await choose(page, 'upload');
    await choosePhoto(page);
    const taken = new Promise<void>((resolve) => {
      void page.route('**/upload', async (route) => {
        await route.fetch();
        resolve();
      });
    });
    await choose(page, 'send');
    await taken;
    await page.reload();
    await see(page, 'Done!');
    assert.equal((await read(id)).state, 'not_performed');
  });

  it('is sent by keyboard, in English, again after the connection was lost', async (t) => {
    const { id, captureUrl } = await create({ purpose: 'authenticate', locale: 'en' });
    const page = await openPage(t, { locale: 'en-GB' });
    // Before the page is there: Chromium lets a request pass by what it has only just begun to intercept.
    let isCut = true;
    await page.route('**/upload', (route) => {
      if (!isCut) return route.continue();
      isCut = false;
      return route.abort('connectionreset');
    });
    await page.goto(captureUrl);
    await page.getByRole('checkbox').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await see(page, 'No camera found');
    const walkTo = async (place: string) => {
      for (let presses = 0; presses < 12; presses++) {
        await page.keyboard.press('Tab');
        const focused = await page.evaluate(
          `document.querySelector('confere-capture').shadowRoot.activeElement?.matches(${JSON.stringify(place)})`,
        );
        if (focused === true) return;
      }
      assert.fail(`no key leads to ${place}`);
    };
    await walkTo('[data-choice=upload]');
    await page.keyboard.press('Enter');
    await see(page, 'Send a photo of you');
    await lookAtScreen(page, 'upload-choose-en');
    await walkTo('input[type=file]');
    await choosePhoto(page);
    await walkTo('[data-choice=send]');
    await page.keyboard.press('Enter');
    await see(page, 'Done!');
    assert.equal(isCut, false);
    assert.equal((await read(id)).state, 'not_performed');
  });

  it('is not offered where the movements are required, and the page says so', async (t) => {
    const client = await service().createClient('customer');
    const token = await service().fetchToken(client);
    const demand = async (authentication: 'challenge' | null) => {
      const changed = await send(`${service().url}/v1/clients/${client.clientId}`, {
        method: 'PATCH',
        token: await service().fetchToken(service().admin),
        json: { livenessRequired: { authentication } },
      });
      assert.equal(changed.status, 200, changed.text);
    };
    await demand('challenge');
    const { id, captureUrl } = await create({ purpose: 'authenticate' }, token);
    const page = await openPage(t, { locale: 'pt-BR' });
    await page.goto(captureUrl);
    await page.getByRole('checkbox').check();
    await choose(page, 'camera');
    await see(page, 'Nenhuma câmera encontrada');
    await page.getByText(/só aceita fotos tiradas na hora, com a câmera/).waitFor();
    assert.equal(await page.locator('[data-choice=upload]').count(), 0);
    await lookAtScreen(page, 'upload-not-offered');
    assert.equal((await read(id, token)).state, 'started');

    // The demand comes after the page was told that a file will do.
    await demand(null);
    const later = await create({ purpose: 'authenticate' }, token);
    const other = await openPage(t, { locale: 'pt-BR' });
    await other.goto(later.captureUrl);
    await other.getByRole('checkbox').check();
    await choose(other, 'camera');
    await choose(other, 'upload');
    await demand('challenge');
    await choosePhoto(other);
    await choose(other, 'send');
    await see(other, 'Aqui não aceitamos arquivo de foto');
    await lookAtScreen(other, 'upload-refused');
  });
});
