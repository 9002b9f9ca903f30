import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { generateCpf } from '../../../src/platform/documents.ts';
import { startPhotoServer } from '../../images/photo-server.ts';
import { assertError, send } from '../../support/http.ts';
import { shareService } from '../../support/service.ts';
import { createStandInEngine } from '../../support/service-engine.ts';
import { createGreyPhoto, putFace } from '../../support/service-photos.ts';

describe('shares of the photo fetches', () => {
  const service = shareService('embedded', {
    engine: createStandInEngine(),
    env: { IMAGE_FETCH_ALLOW: '127.0.0.1' },
  });
  const victim = generateCpf();
  const attacked = generateCpf();
  let photo: Buffer;

  before(async () => {
    photo = await createGreyPhoto(100);
    for (const cpf of [victim, attacked]) assert.equal((await putFace(service(), cpf, photo)).status, 201);
  });

  const authenticate = (token: string, peopleId: string, imageUrl: string) =>
    send(`${service().url}/faces/authenticate`, { method: 'POST', token, json: { peopleId, imageUrl } });

  it('one bound token with 32 slow photo addresses stops neither its client nor another', async (t) => {
    const held = Promise.withResolvers<void>();
    let slow = 0;
    const server = await startPhotoServer(t, async (request, response) => {
      if (request.url?.startsWith('/slow')) {
        slow += 1;
        await held.promise;
      }
      response.end(photo);
    });
    const base = `http://127.0.0.1:${server.port}`;
    const client = await service().createClient('mobile');
    const bound = await service().fetchToken(client, { peopleId: attacked });
    const attack = Array.from({ length: 32 }, (_, i) => authenticate(bound, attacked, `${base}/slow/${i}`));
    // Those above the share are refused at once; those within wait for their server.
    const busy = await Promise.race([Promise.any(attack), Promise.all(attack).then(() => undefined)]);
    assertError(busy!, 503, 'image_fetch_busy');
    while (slow < 4) await new Promise((resolve) => setTimeout(resolve, 5));

    const ofClient = await service().fetchToken(client, { peopleId: victim });
    assert.equal((await authenticate(ofClient, victim, `${base}/quick`)).status, 200);
    const other = await service().fetchToken(await service().createClient('mobile'), { peopleId: victim });
    assert.equal((await authenticate(other, victim, `${base}/quick`)).status, 200);

    held.resolve();
    const statuses = (await Promise.all(attack)).map(({ status }) => status);
    assert.equal(slow, 4);
    assert.equal(statuses.filter((status) => status === 503).length, 28);
  });
});
