import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT } from 'jose';
import { type AnswerToVerify, verifySignedAnswer } from '../../examples/verify-signed-answer.ts';
import { createClient } from '../../src/access/index.ts';
import { rotateSigningKey } from '../../src/access/rotate-signing-key.ts';
import { signResponse } from '../../src/access/sign-response.ts';
import { generateCpf } from '../../src/platform/documents.ts';
import { createUuidV7 } from '../../src/platform/ids.ts';
import { openAccess, shareAccess, type TestAccess } from './open-access.ts';

function createAnswer() {
  const requestId = createUuidV7();
  return {
    clientId: `cli_${'a'.repeat(32)}`,
    requestId,
    attemptId: `att_${'b'.repeat(32)}`,
    attemptedAt: new Date(),
    peopleId: generateCpf(),
    isMatch: true,
    body: Buffer.from(JSON.stringify({ requestId, isMatch: true })),
  };
}

async function verify(access: TestAccess, answer: AnswerToVerify, now = access.clock.now()) {
  const keys = createLocalJWKSet({ keys: access.keys.publicKeys().keys.map((key) => ({ ...key })) });
  return await verifySignedAnswer(answer, { issuer: access.issuer, keys, now });
}

describe('signed answers', () => {
  const shared = shareAccess('embedded');

  test('the signature says who asked, about whom, with what outcome and body', async () => {
    const access = shared();
    const answer = createAnswer();
    const signature = await signResponse(access, answer);
    assert.deepEqual(decodeProtectedHeader(signature), {
      alg: 'ES256',
      kid: access.keys.current('response').kid,
      typ: 'confere-response+jwt',
    });
    const { iat, exp, ...claims } = decodeJwt(signature);
    assert.equal(exp! - iat!, 300);
    assert.deepEqual(claims, {
      iss: access.issuer,
      aud: answer.clientId,
      jti: answer.requestId,
      attemptId: answer.attemptId,
      peopleId: answer.peopleId,
      environment: 'live',
      isMatch: true,
      digest: createHash('sha256').update(answer.body).digest('base64url'),
    });
  });

  test('a body given as a string is signed as its UTF-8 bytes', async () => {
    const access = shared();
    const body = '{"note":"coração"}';
    const answer = { ...createAnswer(), body };
    const signature = await signResponse(access, answer);
    await verify(access, { ...answer, body: Buffer.from(body, 'utf8'), signature });
  });

  test('the example accepts an answer as it was sent, and reads a match only where there is one', async () => {
    const access = shared();
    for (const isMatch of [true, false]) {
      const answer = { ...createAnswer(), isMatch };
      const signature = await signResponse(access, answer);
      assert.deepEqual(await verify(access, { ...answer, signature }), {
        isMatch,
        requestId: answer.requestId,
        attemptId: answer.attemptId,
      });
    }
  });

  test('the example refuses any changed byte of the body', async () => {
    const access = shared();
    const answer = createAnswer();
    const signature = await signResponse(access, answer);
    for (let index = 0; index < answer.body.byteLength; index += 1) {
      const body = Buffer.from(answer.body);
      body[index] = body[index]! ^ 1;
      await assert.rejects(verify(access, { ...answer, body, signature }), /not the one that was signed/);
    }
    for (const body of [answer.body.subarray(1), Buffer.concat([answer.body, Buffer.from(' ')])]) {
      await assert.rejects(verify(access, { ...answer, body, signature }), /not the one that was signed/);
    }
  });

  test('the example refuses a changed claim', async () => {
    const access = shared();
    const answer = { ...createAnswer(), isMatch: false };
    const [header, payload, mark] = (await signResponse(access, answer)).split('.');
    const claims = JSON.parse(Buffer.from(payload!, 'base64url').toString());
    const changed = Buffer.from(JSON.stringify({ ...claims, isMatch: true })).toString('base64url');
    await assert.rejects(verify(access, { ...answer, signature: `${header}.${changed}.${mark}` }), {
      code: 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED',
    });
  });

  test('the example refuses an answer about another person or to another client', async () => {
    const access = shared();
    const answer = createAnswer();
    const signature = await signResponse(access, answer);
    let other = generateCpf();
    while (other === answer.peopleId) {
      other = generateCpf();
    }
    await assert.rejects(verify(access, { ...answer, peopleId: other, signature }), /another person/);
    await assert.rejects(verify(access, { ...answer, clientId: `cli_${'c'.repeat(32)}`, signature }), {
      code: 'ERR_JWT_CLAIM_VALIDATION_FAILED',
    });
  });

  test('the example refuses an answer that has expired', async () => {
    const access = shared();
    const answer = createAnswer();
    const signature = await signResponse(access, answer);
    const later = (seconds: number) => new Date(access.clock.now().getTime() + seconds * 1000);
    await verify(access, { ...answer, signature }, later(290));
    await assert.rejects(verify(access, { ...answer, signature }, later(310)), { code: 'ERR_JWT_EXPIRED' });
  });

  test('the example refuses another key, another issuer, and an access token in place of an answer', async () => {
    const access = shared();
    const answer = createAnswer();
    const signature = await signResponse(access, answer);
    const { privateKey } = await generateKeyPair('ES256');
    for (const kid of ['unknown', access.keys.current('response').kid]) {
      const forged = await new SignJWT(decodeJwt(signature))
        .setProtectedHeader({ alg: 'ES256', kid, typ: 'confere-response+jwt' })
        .sign(privateKey);
      await assert.rejects(verify(access, { ...answer, signature: forged }), { name: /^JW/ });
    }
    await assert.rejects(
      verify({ ...access, issuer: 'https://elsewhere.example' }, { ...answer, signature }),
      { code: 'ERR_JWT_CLAIM_VALIDATION_FAILED' },
    );
    const token = await access.fetchToken(
      await createClient(access, { product: 'mobile', scopes: ['faces:authenticate'] }),
    );
    await assert.rejects(verify(access, { ...answer, clientId: 'mobile', signature: token }), {
      code: 'ERR_JWT_CLAIM_VALIDATION_FAILED',
    });
  });

  test('an answer signed before a rotation is accepted after it; one of a compromised key is not', async (t) => {
    const access = await openAccess(t, 'embedded');
    const answer = createAnswer();
    const signature = await signResponse(access, answer);
    const signedAt = access.clock.now();
    await rotateSigningKey(access, { purpose: 'response' });
    await access.keys.reload();
    access.clock.advance(24 * 60 * 60_000);
    assert.notEqual(decodeProtectedHeader(signature).kid, access.keys.current('response').kid);
    await verify(access, { ...answer, signature }, signedAt);

    await rotateSigningKey(access, { purpose: 'response', compromised: true });
    await access.keys.reload();
    await assert.rejects(verify(access, { ...answer, signature }, signedAt), {
      code: 'ERR_JWKS_NO_MATCHING_KEY',
    });
  });
});
