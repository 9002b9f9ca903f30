import assert from 'node:assert/strict';
import { generateKeyPairSync, webcrypto } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { before, describe, it } from 'node:test';
import {
  type Confere,
  createConfere,
  ForbiddenError,
  InvalidRequestError,
  NotFoundError,
  type Photo,
  photoAddress,
  UnauthenticatedError,
  VerificationError,
} from '../../../packages/client/src/index.ts';
import { photoFile } from '../../../packages/client/src/node.ts';
import { generateCpf } from '../../../src/platform/documents.ts';
import { createPhoto } from '../../images/photos.ts';
import { shareService } from '../../support/service.ts';
import { createStandInEngine } from '../../support/service-engine.ts';

describe('the client and the service', () => {
  const service = shareService('embedded', { engine: createStandInEngine() });
  const cpf = generateCpf();
  let photo: Buffer;
  let confere: Confere;
  let mobile: Confere;
  let mobileId: string;

  before(async () => {
    photo = Buffer.from(await createPhoto({ format: 'jpeg' }));
    const { url } = service();
    confere = createConfere({ url, credentials: await service().createClient('customer') });
    const credentials = await service().createClient('mobile');
    mobileId = credentials.clientId;
    mobile = createConfere({ url: `${url}/`, credentials });
    await confere.registerFace({ cpf, body: photo });
  });

  it('upload photos from bytes, blobs, files and streams', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'confere-client-'));
    const path = join(folder, 'photo.jpg');
    await writeFile(path, photo);
    const forms: Photo[] = [
      photo,
      new Uint8Array(photo).buffer,
      new Blob([new Uint8Array(photo)]),
      await photoFile(path),
      Readable.from([photo.subarray(0, 100), photo.subarray(100)]),
      new Blob([new Uint8Array(photo)]).stream(),
    ];
    for (const body of forms) {
      const { references } = await confere.registerFace({ cpf, body });
      assert.equal(references, 1, 'the same photo each time');
    }
    await rm(folder, { recursive: true });
    for (const format of ['png', 'webp', 'avif'] as const) {
      const other = await createPhoto({ format });
      assert.match(await photoAddress(other), new RegExp(`^data:image/${format};base64,`));
      await mobile.capturePhoto({ peopleId: cpf, body: other });
    }
    await assert.rejects(confere.registerFace({ cpf, body: Buffer.from('no photo') }), TypeError);
  });

  it('agree on one attempt for one idempotency key', async () => {
    const body = { peopleId: cpf, imageUrl: await photoAddress(photo) };
    const call = { idempotencyKey: 'once', body };
    const [first, again] = [
      await confere.createFaceAuthentication(call),
      await confere.full.createFaceAuthentication(call),
    ];
    assert.equal(first.isMatch, true);
    assert.equal(again.body.id, first.id);
    assert.equal(again.status, 201);
    assert.equal(again.headers.get('idempotency-replayed'), 'true');
  });

  it('read a list over its pages, each item once', async () => {
    const someone = generateCpf();
    await confere.registerFace({ cpf: someone, body: photo });
    const made: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      const body = { peopleId: someone, imageUrl: await photoAddress(photo) };
      made.push((await confere.createFaceAuthentication({ body })).id);
    }
    const read: string[] = [];
    for await (const { id } of confere.list.listFaceAuthentications({ peopleId: someone, limit: 2 })) {
      read.push(id);
    }
    assert.deepEqual(read, made.reverse());
    for await (const { id } of confere.list.listFaceAuthentications({ peopleId: someone, limit: 2 })) {
      assert.equal(id, made[0]);
      break;
    }
  });

  it('give an export of the audit log as the text that its type says', async () => {
    const admin = createConfere({ url: service().url, credentials: service().admin });
    const exported: string = await admin.exportAudit({ format: 'csv' });
    assert.equal(typeof exported, 'string');
    assert.match(exported, /^at,/);
  });

  it('have a class and a code for each refusal', async () => {
    const { url } = service();
    const reader = createConfere({
      url,
      credentials: await service().createClient('customer', ['people:read']),
    });
    const cases: [() => Promise<unknown>, abstract new (...args: never[]) => Error, string][] = [
      [() => confere.getPerson({ personId: generateCpf() }), NotFoundError, 'profile_not_found'],
      [() => confere.registerFace({ cpf: '1', body: photo }), InvalidRequestError, 'request_invalid'],
      [() => reader.listClients(), ForbiddenError, 'scope_forbidden'],
      [() => mobile.listClients(), UnauthenticatedError, 'token_wrong_product'],
    ];
    for (const [call, Class, code] of cases) {
      await assert.rejects(call(), (error) => {
        assert.ok(error instanceof Class, String(error));
        assert.equal((error as unknown as { code: string }).code, code);
        assert.match((error as unknown as { requestId: string }).requestId, /^[0-9a-f-]{36}$/);
        return true;
      });
    }
  });

  it('know each other by keys of every kind', async () => {
    const web = (await webcrypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
      'sign',
    ])) as webcrypto.CryptoKeyPair;
    const pairs = {
      ec: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
      ed25519: generateKeyPairSync('ed25519'),
      rsa: generateKeyPairSync('rsa', { modulusLength: 2048 }),
    };
    const admin = createConfere({ url: service().url, credentials: service().admin });
    const tryKey = async (publicKeyJwk: object, privateKey: never) => {
      const { id: clientId } = await admin.createClient({
        body: { product: 'customer', scopes: ['companies:read'], jwks: { keys: [publicKeyJwk] } } as never,
      });
      const keyed = createConfere({ url: service().url, credentials: { clientId, privateKey } });
      assert.ok((await keyed.getRegistry()).requestId);
      assert.ok((await keyed.fetchToken()).accessToken, 'a second assertion');
    };
    for (const { publicKey, privateKey } of Object.values(pairs)) {
      const jwk = publicKey.export({ format: 'jwk' });
      await tryKey(jwk, privateKey.export({ format: 'jwk' }) as never);
      await tryKey(jwk, privateKey.export({ format: 'pem', type: 'pkcs8' }) as never);
    }
    const { kty, crv, x, y } = (await webcrypto.subtle.exportKey(
      'jwk',
      web.publicKey,
    )) as webcrypto.JsonWebKey;
    await tryKey({ kty, crv, x, y }, web.privateKey as never);
  });

  describe('with a phone between them', () => {
    let answer: { body: Uint8Array; signature: string; peopleId: string };

    before(async () => {
      const token = async () =>
        (await mobile.fetchToken({ scope: 'faces:authenticate', peopleId: cpf })).accessToken;
      const phone = createConfere({ url: service().mobileUrl, credentials: { token } });
      const body = { peopleId: cpf, imageUrl: await photoAddress(photo) };
      const full = await phone.full.authenticateFace({ shouldSignResponse: true, body });
      answer = {
        body: full.bytes,
        signature: full.headers.get('x-response-signature')!,
        peopleId: cpf,
      };
      await assert.rejects(
        phone.authenticateFace({ body: { ...body, peopleId: generateCpf() } }),
        UnauthenticatedError,
        'the token is bound',
      );
    });

    const refuses = async (changed: object, code: string) => {
      await assert.rejects(mobile.verifyAnswer({ ...answer, ...changed }), (error) => {
        assert.ok(error instanceof VerificationError, String(error));
        assert.equal(error.code, code);
        return true;
      });
    };

    it('believe a signed answer as it was sent', async () => {
      const { isMatch, attemptId, requestId } = await mobile.verifyAnswer(answer);
      assert.equal(isMatch, true);
      assert.equal(JSON.parse(Buffer.from(answer.body).toString()).requestId, requestId);
      assert.equal((await mobile.getFaceAuthenticationAttempt({ attemptId })).data.isMatch, true);
      const named = await confere.verifyAnswer({ ...answer, clientId: mobileId });
      assert.equal(named.attemptId, attemptId);
    });

    it('refuse one with any byte or character changed', async () => {
      for (let at = 0; at < answer.body.length; at += 7) {
        const body = new Uint8Array(answer.body);
        body[at]! ^= 1;
        await refuses({ body }, 'body_changed');
      }
      for (let at = 0; at < answer.signature.length; at += 11) {
        const other = answer.signature[at] === 'A' ? 'B' : 'A';
        const signature = `${answer.signature.slice(0, at)}${other}${answer.signature.slice(at + 1)}`;
        await assert.rejects(mobile.verifyAnswer({ ...answer, signature }), VerificationError);
      }
    });

    it('refuse one for another client, person or use', async () => {
      await refuses({ clientId: 'cli_other' }, 'claims_wrong');
      await refuses({ peopleId: generateCpf() }, 'other_person');
      await refuses({ signature: '' }, 'signature_malformed');
      const { accessToken } = await mobile.fetchToken();
      await refuses({ signature: accessToken }, 'signature_wrong');
    });
  });
});
