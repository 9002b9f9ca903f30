import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { decodeJwt } from 'jose';
import {
  authenticate,
  believe,
  fetchBoundToken,
  type Service,
  type SignedAnswer,
} from '../../../examples/authenticate-and-verify.ts';
import { type Cpf, generateCpf } from '../../../src/platform/documents.ts';
import { createPhoto } from '../../images/photos.ts';
import { send } from '../../support/http.ts';
import { shareService } from '../../support/service.ts';
import { createStandInEngine } from '../../support/service-engine.ts';
import { putFace, toDataAddress } from '../../support/service-photos.ts';

describe('a back end that believes signed answers only', () => {
  const service = shareService('embedded', {
    engine: createStandInEngine(),
    constants: { access: { responseSignatureLifetimeSeconds: 10 } },
  });
  const [cpf, other]: [Cpf, Cpf] = [generateCpf(), generateCpf()];
  let client: Service;
  let photo: Uint8Array;
  let answer: SignedAnswer;

  before(async () => {
    photo = await createPhoto({ format: 'jpeg' });
    for (const person of [cpf, other]) assert.equal((await putFace(service(), person, photo)).status, 201);
    client = { url: service().url, ...(await service().createClient('mobile')) };
    const token = await fetchBoundToken(client, cpf);
    answer = await authenticate(client, { token, peopleId: cpf, photo });
  });

  it('learns the verdict and the attempt from an answer as it was sent', async () => {
    const { isMatch, attemptId, requestId } = await believe(client, cpf, answer);
    assert.equal(isMatch, true);
    assert.equal(requestId, JSON.parse(Buffer.from(answer.body).toString()).requestId);
    const token = await service().token('mobile');
    assert.equal((await send(`${client.url}/faces/authenticate/${attemptId}`, { token })).status, 200);
  });

  it('refuses an answer with any byte of its body changed, added or taken away', async () => {
    for (let at = 0; at < answer.body.length; at += 1) {
      const body = new Uint8Array(answer.body);
      body[at]! ^= 1;
      await assert.rejects(believe(client, cpf, { ...answer, body }), /not the one that was signed/);
    }
    const longer = Buffer.concat([answer.body, Buffer.from(' ')]);
    await assert.rejects(believe(client, cpf, { ...answer, body: longer }));
    await assert.rejects(believe(client, cpf, { ...answer, body: answer.body.slice(1) }));
    const parsed = JSON.parse(Buffer.from(answer.body).toString());
    const rewritten = Buffer.from(JSON.stringify(parsed, null, 1));
    await assert.rejects(
      believe(client, cpf, { ...answer, body: rewritten }),
      'the bytes count, not what they say',
    );
  });

  it('refuses a signature with any character changed', async () => {
    for (let at = 0; at < answer.signature.length; at += 7) {
      const swapped = answer.signature[at] === 'A' ? 'B' : 'A';
      const signature = answer.signature.slice(0, at) + swapped + answer.signature.slice(at + 1);
      await assert.rejects(believe(client, cpf, { ...answer, signature }));
    }
    await assert.rejects(believe(client, cpf, { ...answer, signature: '' }));
  });

  it('refuses it for another person, and for another client', async () => {
    await assert.rejects(believe(client, other, answer), /another person/);
    const stranger = { url: client.url, ...(await service().createClient('mobile')) };
    await assert.rejects(believe(stranger, cpf, answer), /aud/);
  });

  it('refuses the signature of one answer with the body of another', async () => {
    const token = await fetchBoundToken(client, cpf);
    const later = await authenticate(client, { token, peopleId: cpf, photo });
    await assert.rejects(believe(client, cpf, { body: later.body, signature: answer.signature }));
    await assert.rejects(believe(client, cpf, { body: answer.body, signature: later.signature }));
    assert.equal((await believe(client, cpf, later)).isMatch, true);
  });

  it('refuses one that has expired', async () => {
    // Signed an hour ago, as the service saw it; the back end's clock is right.
    const old = await service().clock.later(-3_600_000, async () => {
      const token = await service().fetchToken({
        clientId: client.clientId,
        clientSecret: client.clientSecret,
      });
      return await authenticate(client, { token, peopleId: cpf, photo });
    });
    await assert.rejects(believe(client, cpf, old), /exp/);
  });

  it('gets the repeat for an Idempotency-Key signed as of its attempt, and no younger', async () => {
    const authenticateOnce = async () => {
      const { body, headers } = await send(`${client.url}/v1/face-authentications?shouldSignResponse=true`, {
        method: 'POST',
        token: await fetchBoundToken(client, cpf),
        headers: { 'idempotency-key': 'one' },
        json: { peopleId: cpf, imageUrl: toDataAddress(photo) },
      });
      const { iat, attemptId } = decodeJwt(headers.get('x-response-signature')!);
      assert.equal(iat, Math.floor(Date.parse(body.createdAt) / 1000));
      return attemptId;
    };
    const first = await service().clock.later(-3_600_000, authenticateOnce);
    assert.equal(await authenticateOnce(), first);
  });

  it('gets no token for a person that would open another', async () => {
    const token = await fetchBoundToken(client, cpf);
    await assert.rejects(authenticate(client, { token, peopleId: other, photo }), /token_other_person/);
  });
});
