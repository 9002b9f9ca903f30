import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { captureHints } from '../../src/liveness/finish-session.ts';
import { type CaptureSessions, serveCaptureSessions } from '../support/capture-sessions.ts';
import { longestStepMs, openChromium, withoutChromium } from '../support/chromium.ts';
import { countRunningCameras, drawCamera, setCamera, withoutFace } from '../support/drawn-camera.ts';
import { lookAtScreen } from '../support/look-at-screen.ts';
import { shareService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';

/** Every second picture of the camera is black. */
const blink = `
  const { drawImage } = CanvasRenderingContext2D.prototype;
  let pictures = 0;
  CanvasRenderingContext2D.prototype.drawImage = function (picture, ...place) {
    if (picture instanceof HTMLVideoElement && pictures++ % 2 === 1) return;
    drawImage.call(this, picture, ...place);
  };
`;

/** The camera opens once allowCamera was called. */
const waitForPermission = `
  const open = navigator.mediaDevices.getUserMedia;
  const allowed = new Promise((resolve) => (globalThis.allowCamera = resolve));
  navigator.mediaDevices.getUserMedia = (...wanted) => allowed.then(() => open(...wanted));
`;

it('the capture page has an advice in both languages for every hint of the service', async () => {
  // Its types are those of a browser.
  const { textsOf } = (await import(
    String(new URL('../../packages/capture/src/texts.ts', import.meta.url))
  )) as {
    textsOf(language: string): { readonly texts: { readonly againHints: Readonly<Record<string, string>> } };
  };
  for (const language of ['en', 'pt-BR']) {
    const { texts } = textsOf(language);
    assert.deepEqual(Object.keys(texts.againHints).sort(), [...captureHints].sort(), language);
  }
});

describe('the capture page in Chromium', { skip: withoutChromium }, () => {
  const service = shareService('embedded', {
    engine: createStandInEngine(),
    env: {
      OPERATOR_NAME: 'Loja Exemplo',
      LIVENESS_ALTERNATIVE_TEXT: 'Ligue para 0800 111 1111.',
      CAPTURE_ACCENT: '#7b1fa2',
      CAPTURE_LOGO_FILE: fileURLToPath(new URL('../../console/src/shell/confere.svg', import.meta.url)),
    },
  });
  let sessions: CaptureSessions;
  let browser: Browser;

  before(async () => {
    sessions = await serveCaptureSessions(service().url);
    browser = await openChromium();
  });
  after(async () => {
    await browser?.close();
    await sessions?.close();
  });

  async function openPage(t: TestContext, options: object = {}): Promise<Page> {
    const context = await browser.newContext({
      viewport: { width: 360, height: 740 },
      locale: 'pt-BR',
      ...options,
    });
    t.after(() => context.close());
    const page = await context.newPage();
    page.setDefaultTimeout(longestStepMs);
    return page;
  }

  const choose = (page: Page, name: string) => page.locator(`[data-choice=${name}]`).click();
  const see = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();

  /** From now on it is so much later for the page, which compares the time with the end of its session. */
  const moveClock = (page: Page, seconds: number) =>
    page.evaluate(`{ const { now } = Date; Date.now = () => now() + ${seconds * 1_000}; }`);

  async function agreeAndGo(page: Page): Promise<void> {
    await page.getByRole('checkbox').check();
    await choose(page, 'camera');
    await choose(page, 'go');
  }

  it('takes the photos of every step, from no other host, keeps the screen on, and turns the camera off', async (t) => {
    const page = await openPage(t);
    await page.addInitScript(`
      globalThis.locks = 0;
      const request = async () => {
        locks += 1;
        return { release: async () => { locks -= 1; } };
      };
      Object.defineProperty(navigator, 'wakeLock', { value: { request } });
    `);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const problems: string[] = [];
    page.on('console', (message) => problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(error.message));
    let transferred = 0;
    page.on('requestfinished', async (request) => {
      if (request.method() === 'GET' && !request.url().startsWith('data:')) {
        const { responseBodySize, responseHeadersSize } = await request.sizes();
        transferred += responseBodySize + responseHeadersSize;
      }
    });
    await drawCamera(page);
    const { session, link } = sessions.create({ steps: ['center', 'right', 'up'] });
    await page.goto(link);
    await page.getByRole('checkbox').check();
    assert.equal(page.url(), `${sessions.url}/capture`);
    await lookAtScreen(page);
    await choose(page, 'camera');
    await see(page, 'Encaixe o rosto no oval');
    assert.equal(await countRunningCameras(page), 1);
    await page.getByText('Tudo certo: pode começar').first().waitFor();
    await lookAtScreen(page);
    assert.equal(await page.evaluate('locks'), 1);
    await choose(page, 'go');
    await see(page, 'Vire um pouco para a direita');
    await lookAtScreen(page);
    await see(page, 'Pronto!');
    assert.equal(await page.evaluate('locks'), 0);
    await lookAtScreen(page);
    assert.equal(session.state, 'judging');
    assert.equal(session.consentVersion, '2026-10');
    assert.equal(session.frames.length, 9);
    for (const { width, bytes } of session.frames) {
      assert.equal(width, 960);
      assert.ok(bytes <= 400_000);
    }
    assert.equal(await countRunningCameras(page), 0);
    const elsewhere = requests.filter((url) => !url.startsWith(sessions.url) && !url.startsWith('data:'));
    assert.deepEqual(elsewhere, []);
    assert.deepEqual(problems, []);
    t.diagnostic(`${transferred} bytes over the wire`);
    assert.ok(transferred > 400_000 && transferred < 1_500_000, `${transferred} bytes over the wire`);
  });

  it('sends the pictures that it looked at, not what the camera shows a moment later', async (t) => {
    const page = await openPage(t);
    await drawCamera(page);
    await page.addInitScript(blink);
    const { session, link } = sessions.create({ steps: ['center'] });
    await page.goto(link);
    await agreeAndGo(page);
    await see(page, 'Pronto!');
    const sizes = session.frames.map(({ bytes }) => bytes);
    assert.ok(
      sizes.every((bytes) => bytes > 10_000),
      `black ones among ${sizes}`,
    );
  });

  it('sends a photo again when the connection was lost, and says so', async (t) => {
    const page = await openPage(t);
    await drawCamera(page);
    const { session, link } = sessions.create({ steps: ['center', 'center'], locale: 'en' });
    await page.goto(link);
    await agreeAndGo(page);
    await see(page, 'Look straight ahead');
    sessions.cut(true);
    t.after(() => sessions.cut(false));
    await page.locator('.hint', { hasText: 'No connection. Trying again…' }).waitFor();
    sessions.cut(false);
    await see(page, 'Done!');
    assert.equal(session.frames.length, 6);
    assert.equal(await countRunningCameras(page), 0);
  });

  it('asks again when the answer that began the session, or told a step, was lost', async (t) => {
    const page = await openPage(t);
    await drawCamera(page);
    const { session, link } = sessions.create({ steps: ['center', 'center'], locale: 'en' });
    sessions.loseAnswer('begin');
    await page.goto(link);
    sessions.loseAnswer('next');
    await agreeAndGo(page);
    await see(page, 'Look straight ahead');
    sessions.loseAnswer('next');
    await see(page, 'Done!');
    assert.equal(session.state, 'judging');
    assert.deepEqual(
      session.frames.map(({ step }) => step),
      [1, 1, 1, 2, 2, 2],
    );
  });

  it('explains every refusal of the camera and takes a second try', async (t) => {
    const page = await openPage(t);
    await drawCamera(page, 'NotAllowedError');
    const { session, link } = sessions.create({ hasConsent: false });
    await page.goto(link);
    await choose(page, 'camera');
    await see(page, 'A câmera está bloqueada');
    await lookAtScreen(page);
    await setCamera(page, 'NotFoundError');
    await choose(page, 'camera');
    await see(page, 'Nenhuma câmera encontrada');
    await setCamera(page, 'NotReadableError');
    await choose(page, 'camera');
    await see(page, 'A câmera está ocupada');
    await setCamera(page, 'works');
    await choose(page, 'camera');
    await see(page, 'Encaixe o rosto no oval');
    await choose(page, 'cancel');
    await see(page, 'Cancelado');
    await lookAtScreen(page);
    assert.equal(session.state, 'abandoned');
    assert.equal(session.frames.length, 0);
    assert.equal(await countRunningCameras(page), 0);
  });

  it('lets whoever cannot move stop without a judgement, by keyboard and without animation', async (t) => {
    const page = await openPage(t, { reducedMotion: 'reduce', viewport: { width: 320, height: 568 } });
    await drawCamera(page);
    const { session, link } = sessions.create({ steps: ['left'] });
    await page.goto(link);
    await page.getByRole('checkbox').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await lookAtScreen(page);
    await page.keyboard.press('Space');
    await page.getByRole('alert').waitFor({ state: 'hidden' });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await see(page, 'Encaixe o rosto no oval');
    await page.locator('[data-choice=go]').focus();
    await page.keyboard.press('Enter');
    await see(page, 'Vire um pouco para a esquerda');
    assert.equal(
      await page.evaluate(
        "getComputedStyle(document.querySelector('confere-capture').shadowRoot.querySelector('.arrow.left')).animationName",
      ),
      'none',
    );
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= 320'));
    await choose(page, 'cannot');
    await choose(page, 'keep');
    await see(page, 'Encaixe o rosto no oval');
    await choose(page, 'go');
    await see(page, 'Vire um pouco para a esquerda');
    await choose(page, 'cannot');
    await choose(page, 'stop');
    await see(page, 'Há outro caminho');
    await lookAtScreen(page);
    assert.equal(session.state, 'not_performed');
    assert.equal(await countRunningCameras(page), 0);
  });

  it('goes on in the same tab after a reload, before the first photo and between two', async (t) => {
    const page = await openPage(t);
    await drawCamera(page);
    await page.addInitScript(withoutFace);
    const { session, link } = sessions.create({
      steps: ['center', 'left', 'center'],
      stepSeconds: [1, 12, 1],
      locale: 'en',
    });
    await page.goto(link);
    await see(page, 'Banco Exemplo asks you for photos of your face');
    await page.reload();
    await see(page, 'Banco Exemplo asks you for photos of your face');
    await agreeAndGo(page);
    await see(page, 'Turn a little to the left');
    const taken = session.frames.length;
    await page.reload();
    await see(page, 'Fit your face in the oval');
    await choose(page, 'go');
    await see(page, 'Turn a little to the left');
    await see(page, 'Done!');
    assert.ok(taken >= 3);
    assert.deepEqual(
      session.frames.map(({ step }) => step),
      [1, 1, 1, 2, 2, 2, 3, 3, 3],
    );
    await page.reload();
    await see(page, 'Este link não vale mais');
    const other = await openPage(t);
    await other.goto(`${sessions.url}/capture`);
    await other.getByRole('heading').waitFor();
    assert.equal(await other.getByRole('button').count(), 0);
  });

  it('says at every dead end what the operator offers, with the way back where there is one', async (t) => {
    const page = await openPage(t);
    await page.goto(`${sessions.url}/capture`);
    await see(page, 'Este link não vale mais');
    await page.getByText('Ligue para 0800 111 1111.').waitFor();
    await lookAtScreen(page, 'dead end');
    const logo = page.locator('img.logo');
    assert.equal(await logo.getAttribute('alt'), 'Loja Exemplo');
    assert.ok(
      Number(await logo.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)) > 0,
    );
    await drawCamera(page);
    const asked = { locale: 'pt-BR', hasConsent: false, seconds: 3, alternative: 'Venha à loja.' } as const;
    const { link } = sessions.create({ ...asked, redirectUrl: `${sessions.url}/healthz` });
    await page.goto(link);
    await see(page, 'Este link não vale mais');
    await page.getByText('Venha à loja.').waitFor();
    await page.getByRole('button', { name: 'Voltar' }).click();
    await page.waitForURL('**/healthz**');
  });

  it('offers no phone on a phone, and an upload wherever it says there is one', async (t) => {
    const userAgent =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Version/17.0 Mobile';
    const phone = await openPage(t, { userAgent });
    await phone.addInitScript("Object.defineProperty(navigator, 'userAgentData', { value: undefined })");
    await drawCamera(phone, 'NotFoundError');
    const asked = { hasConsent: false, isUploadAllowed: true } as const;
    await phone.goto(sessions.create(asked).link);
    await phone.locator('[data-choice=camera]').waitFor();
    assert.equal(await phone.locator('[data-choice=phone]').count(), 0);
    await choose(phone, 'camera');
    await see(phone, 'Nenhuma câmera encontrada');
    assert.equal(await phone.getByText(/Conecte|continue no celular/).count(), 0);
    await phone.locator('[data-choice=upload]').waitFor();
    await lookAtScreen(phone, 'phone without a camera');
    const desk = await openPage(t);
    await desk.goto(sessions.create(asked).link);
    await choose(desk, 'phone');
    await desk.getByText(/Você pode enviar um arquivo/).waitFor();
    await choose(desk, 'upload');
    await see(desk, 'Envie uma foto sua');
  });

  it('gives more time to whoever asks, twice here, and says so', async (t) => {
    const page = await openPage(t, { viewport: { width: 320, height: 640 } });
    await drawCamera(page);
    const { session, link } = sessions.create({ steps: ['center', 'left', 'center'], locale: 'en' });
    await page.goto(link);
    await choose(page, 'more-time');
    await page
      .getByText(/^You have more time: 1[78]\d seconds\./)
      .first()
      .waitFor();
    await lookAtScreen(page);
    await page.getByRole('checkbox').check();
    await choose(page, 'camera');
    await see(page, 'Fit your face in the oval');
    await lookAtScreen(page);
    await choose(page, 'go');
    await see(page, 'Look straight ahead');
    await choose(page, 'more-time');
    await page.locator('[data-choice=more-time]').waitFor({ state: 'hidden' });
    await lookAtScreen(page);
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= 320'));
    await see(page, 'Done!');
    assert.equal(session.extensions, 2);
    assert.equal(session.state, 'judging');
  });

  it('warns before the time is over', async (t) => {
    const page = await openPage(t);
    const { link } = sessions.create({ locale: 'en', seconds: 400 });
    await page.goto(link);
    await page.locator('[data-choice=more-time]').waitFor();
    assert.equal(await page.getByText('The time is over in').count(), 0);
    await moveClock(page, 360);
    await page
      .getByText(/^The time is over in \d\d seconds\. If you need more, choose “I need more time”\.$/)
      .first()
      .waitFor();
    await lookAtScreen(page);
    await choose(page, 'more-time');
    await page
      .getByText(/^You have more time: 1[78]\d seconds\./)
      .first()
      .waitFor();
  });

  for (const [what, isGoing] of [
    ['before the photos are taken', false],
    ['while a movement is waited for', true],
  ] as const) {
    it(`turns the camera off when the time is over ${what}`, async (t) => {
      const page = await openPage(t);
      await drawCamera(page);
      const asked = { locale: 'en', hasConsent: false, steps: ['center'] } as const;
      const { link } = sessions.create({ ...asked, secondsMore: 2 });
      await page.addInitScript(isGoing ? withoutFace : '');
      await page.goto(link);
      await choose(page, 'camera');
      await see(page, 'Fit your face in the oval');
      assert.equal(await countRunningCameras(page), 1);
      if (isGoing) {
        await choose(page, 'go');
        await see(page, 'Look straight ahead');
      }
      await choose(page, 'more-time');
      await see(page, 'This link is no longer valid');
      assert.equal(await countRunningCameras(page), 0);
      assert.equal(await page.locator('button:visible').count(), 0);
      await lookAtScreen(page);
    });
  }

  it('opens no camera for a session whose time was over before the person allowed it', async (t) => {
    const page = await openPage(t);
    await drawCamera(page);
    await page.addInitScript(waitForPermission);
    const { link } = sessions.create({ locale: 'en', hasConsent: false, secondsMore: 2 });
    await page.goto(link);
    await choose(page, 'more-time');
    await choose(page, 'camera');
    await see(page, 'This link is no longer valid');
    await page.evaluate('globalThis.allowCamera()');
    await page.evaluate(`new Promise((done) => {
      const isOff = ({ readyState }) => readyState === 'ended';
      const look = () => (drawnCamera.tracks.some(isOff) ? done() : setTimeout(look, 50));
      look();
    })`);
    assert.equal(await countRunningCameras(page), 0);
    await see(page, 'This link is no longer valid');
  });

  it('keeps the time that was asked for at its end', async (t) => {
    const page = await openPage(t);
    await drawCamera(page);
    const asked = { locale: 'en', hasConsent: false, steps: ['center'] } as const;
    const { session, link } = sessions.create({ ...asked, seconds: 100 });
    await page.goto(link);
    await choose(page, 'more-time');
    await page
      .getByText(/^You have more time/)
      .first()
      .waitFor();
    await choose(page, 'camera');
    await see(page, 'Fit your face in the oval');
    // Longer than the session had without it.
    await moveClock(page, 101);
    await choose(page, 'go');
    await see(page, 'Done!');
    assert.equal(session.state, 'judging');
  });

  it('names the other way of the operator to whoever cannot move, before the camera is opened', async (t) => {
    const page = await openPage(t);
    await drawCamera(page);
    const { session, link } = sessions.create({ alternative: 'Ligue para 0800 000 0000.' });
    await page.goto(link);
    await choose(page, 'cannot');
    await see(page, 'Parar aqui?');
    assert.equal(session.state, 'started');
    await lookAtScreen(page);
    await choose(page, 'keep');
    await see(page, 'Banco Exemplo pede fotos do seu rosto');
    await choose(page, 'cannot');
    await choose(page, 'stop');
    await see(page, 'Há outro caminho');
    await page.getByText('Ligue para 0800 000 0000.').waitFor();
    await lookAtScreen(page);
    assert.equal(session.state, 'not_performed');
    assert.equal(await countRunningCameras(page), 0);
  });

  it('goes on with a phone by a code that works once, while the desk waits', async (t) => {
    const desk = await openPage(t, { viewport: { width: 1440, height: 900 } });
    await drawCamera(desk, 'NotFoundError');
    const { session, link } = sessions.create({
      steps: ['center'],
      locale: 'en',
      redirectUrl: `${sessions.url}/healthz`,
    });
    await desk.goto(link);
    await choose(desk, 'phone');
    await see(desk, 'Continue on a phone');
    await lookAtScreen(desk);
    const phoneLink = await desk.locator('.link').innerText();
    const phone = await openPage(t);
    await drawCamera(phone);
    await phone.goto(phoneLink);
    await agreeAndGo(phone);
    await see(phone, 'Done!');
    await see(desk, 'Done!');
    assert.equal(session.state, 'judging');
    const back = `**/healthz?livenessSessionId=${session.id}`;
    await Promise.all([phone.waitForURL(back), desk.waitForURL(back)]);

    const other = await openPage(t);
    await other.goto(phoneLink);
    await see(other, 'Este link não vale mais');
    await lookAtScreen(other);
  });

  it('says what to do differently in a movement that is asked for again, and takes its photos', async (t) => {
    const page = await openPage(t, { locale: 'en' });
    await drawCamera(page);
    const { session, link } = sessions.create({
      steps: ['center'],
      repeat: 'center',
      hint: 'more_light',
      locale: 'en',
      hasConsent: false,
    });
    await page.goto(link);
    await page.locator('[data-choice=camera]').click();
    await page.locator('[data-choice=go]').click();
    await see(page, 'Almost there');
    assert.equal(await countRunningCameras(page), 0);
    await page.getByText('Switch on a light or find a brighter place').waitFor();
    await lookAtScreen(page);
    await page.reload();
    await page.locator('[data-choice=go]').click();
    await see(page, 'Done!');
    assert.deepEqual([...new Set(session.frames.map(({ step }) => step))], [1, 2]);
    assert.equal(session.state, 'judging');
  });

  it('shows one hint and no verdict when it did not work, and tells its page the session only', async (t) => {
    const page = await openPage(t);
    await drawCamera(page);
    const { session, link } = sessions.create({
      steps: ['center'],
      outcome: 'try_again',
      hint: 'turn_further',
    });
    await page.goto(link);
    await page.evaluate(`globalThis.told = [];
      for (const name of ['started', 'step', 'finished', 'failed', 'cancelled']) {
        addEventListener(name, ({ detail }) => told.push([name, detail]));
      }`);
    await agreeAndGo(page);
    await see(page, 'Não deu certo desta vez');
    assert.equal(await countRunningCameras(page), 0);
    await page.getByText('Vire a cabeça um pouco mais a cada movimento.').waitFor();
    await lookAtScreen(page);
    const detail = { sessionId: session.id };
    const told = await page.evaluate(() => (globalThis as unknown as { told: unknown }).told);
    assert.deepEqual(told, [
      ['started', detail],
      ['step', detail],
      ['finished', detail],
    ]);
  });
});
