import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { generateCpf } from '../../src/platform/documents.ts';
import { cutFacePhotos, type FacePhotos } from '../support/face-photos.ts';
import { assertError, send } from '../support/http.ts';
import { shareService } from '../support/service.ts';
import { toDataAddress } from '../support/service-photos.ts';

describe('the legal basis of a registration', () => {
  const required = shareService('embedded', { env: { LEGAL_BASIS_REQUIRED: 'true' } });
  let photos: FacePhotos;
  let token: string;

  before(async () => {
    photos = await cutFacePhotos();
    token = await required().token('customer');
  });

  const face = (cpf: string) => `${required().url}/v1/people/${cpf}/face`;
  const putJson = (cpf: string, more: object) =>
    send(face(cpf), {
      method: 'PUT',
      token,
      json: { imageUrl: toDataAddress(photos.sameWoman[0]), ...more },
    });
  const putPhoto = (cpf: string, headers: Record<string, string>) =>
    send(face(cpf), {
      method: 'PUT',
      token,
      headers: { 'content-type': 'image/jpeg', ...headers },
      body: photos.sameWoman[1],
    });

  it('is kept with the photo and shown with it', async () => {
    const cpf = generateCpf();
    assert.equal((await putJson(cpf, { legalBasis: 'consent' })).status, 201);
    assert.equal((await putPhoto(cpf, { 'x-legal-basis': 'fraud_prevention' })).status, 200);
    const { items } = (await send(face(cpf), { token })).body;
    assert.deepEqual(
      items.map((it: { legalBasis?: string }) => it.legalBasis),
      ['fraud_prevention', 'consent'],
    );
  });

  it('must be there when the configuration asks for it, and be one of the law', async () => {
    const cpf = generateCpf();
    assertError(await putJson(cpf, {}), 400, 'request_invalid');
    assertError(await putPhoto(cpf, {}), 400, 'request_invalid');
    assertError(await putJson(cpf, { legalBasis: 'because' }), 400, 'request_invalid');
    assertError(await putPhoto(cpf, { 'x-legal-basis': '' }), 400, 'request_invalid');
    assertError(await send(face(cpf), { token }), 404, 'face_not_registered');
  });
});
