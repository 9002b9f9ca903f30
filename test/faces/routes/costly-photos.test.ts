import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { after, before, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { generateCpf } from '../../../src/platform/documents.ts';
import {
  createCostlyProfile,
  createScanBomb,
  createTextBomb,
  insertJpegProfile,
} from '../../images/hostile-photos.ts';
import { createPhoto } from '../../images/photos.ts';
import { describeDatabases } from '../../support/database.ts';
import { cutFacePhotos, type FacePhotos } from '../../support/face-photos.ts';
import { type Answer, assertError, send } from '../../support/http.ts';
import { shareService } from '../../support/service.ts';
import { putFace, toDataAddress } from '../../support/service-photos.ts';

describeDatabases('photos made to be costly', (kind) => {
  const service = shareService(kind);
  const cpf = generateCpf();
  let photos: FacePhotos;
  /** 9 megapixels, nearly all of one colour: long to decode for its size, and just not refused as empty. */
  let largeAvif: Buffer;
  let smallAvif: Buffer;
  /** The processes that the service started, those for conversions among them. */
  const started: ChildProcess[] = [];
  const noteStarted = (message: unknown) =>
    void started.push((message as { readonly process: ChildProcess }).process);
  before(() => subscribe('child_process', noteStarted));
  after(() => unsubscribe('child_process', noteStarted));

  before(async () => {
    photos = await cutFacePhotos();
    const noise = {
      width: 160,
      height: 160,
      channels: 3 as const,
      noise: { type: 'gaussian' as const, mean: 128, sigma: 60 },
    };
    const patch = await sharp({ create: { ...noise, background: '#000' } })
      .png()
      .toBuffer();
    largeAvif = await sharp({ create: { width: 3_000, height: 3_000, channels: 3, background: '#345' } })
      .composite([{ input: patch, left: 0, top: 0 }])
      .avif({ effort: 0 })
      .toBuffer();
    smallAvif = await createPhoto({ format: 'avif' });
    assert.equal((await putFace(service(), cpf, photos.sameWoman[0])).status, 201);
  });

  async function boundToken(
    client?: Parameters<ReturnType<typeof service>['fetchToken']>[0],
  ): Promise<string> {
    const credentials = client ?? (await service().createClient('mobile', ['faces:authenticate']));
    return await service().fetchToken(credentials, { scope: 'faces:authenticate', peopleId: cpf });
  }

  const authenticate = (token: string, photo: Uint8Array): Promise<Answer> =>
    send(`${service().url}/v1/face-authentications`, {
      method: 'POST',
      token,
      json: { peopleId: cpf, imageUrl: toDataAddress(photo) },
    });

  const capture = (token: string, photo: Uint8Array, signal?: AbortSignal): Promise<Answer> =>
    send(`${service().url}/faces/captures`, {
      method: 'POST',
      token,
      headers: { 'content-type': 'image/avif' },
      body: photo as RequestInit['body'],
      ...(signal === undefined ? {} : { signal }),
    });

  it('are refused at once, and nobody else waits for them', async () => {
    const token = await boundToken();
    const jpeg = await createPhoto({ format: 'jpeg', metadata: false });
    const started = process.cpuUsage();
    const bombs = [createScanBomb(6_320, 6_320, 2_647), insertJpegProfile(jpeg, createCostlyProfile(20_000))];
    const [scans, profile, texts, genuine] = await Promise.all([
      authenticate(token, bombs[0]!),
      authenticate(token, bombs[1]!),
      authenticate(token, createTextBomb(300)),
      authenticate(await boundToken(), photos.sameWoman[1]),
    ]);
    const { user, system } = process.cpuUsage(started);
    assertError(scans, 400, 'image_undecodable');
    assertError(profile, 400, 'image_unsupported');
    assert.equal(texts.status, 400);
    assert.equal(genuine.status, 201);
    assert.ok(user + system < 30_000_000, `${(user + system) / 1_000} ms of processor time`);
  });

  it('a person who sends many AVIF photos is refused most of them, and another client is answered', async () => {
    const attacker = await boundToken();
    const other = await boundToken();
    const flood = Array.from({ length: 20 }, () => capture(attacker, largeAvif));
    await delay(200);
    let genuine = await capture(other, smallAvif);
    // On a busy machine the turn may not come in time; `ConversionTurns` is tested by itself.
    while (genuine.status === 503) genuine = await capture(other, smallAvif);
    assert.equal(genuine.status, 201, genuine.text);
    const answers = await Promise.all(flood);
    const refused = answers.filter(({ status }) => status === 503);
    // One that came after the first was converted may have had room.
    assert.ok(refused.length >= 15, `${refused.length} refused`);
    for (const answer of refused) assertError(answer, 503, 'image_conversion_busy');
  });

  it('work of a client that has gone is dropped, and its place is free', async () => {
    const token = await boundToken();
    const wasDropped = () => started.some(({ killed }) => killed);
    // A busy machine takes longer until the photos are being converted.
    for (let restMs = 200; !wasDropped(); restMs *= 2) {
      assert.ok(restMs < 30_000, 'what converts for those who have gone is ended');
      const gone = new AbortController();
      const dropped = [capture(token, largeAvif, gone.signal), capture(token, largeAvif, gone.signal)];
      await delay(restMs);
      gone.abort();
      await Promise.allSettled(dropped);
      for (;;) {
        const answer = await capture(token, smallAvif);
        if (answer.status === 201) break;
        assertError(answer, 503, 'image_conversion_busy');
        await delay(50);
      }
    }
  });
});
