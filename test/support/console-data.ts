import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import sharp from 'sharp';
import { send } from './http.ts';
import { cnpjOf } from './registry-files.ts';
import type { TestService } from './service.ts';
import { putFace, toDataAddress } from './service-photos.ts';
import { importCompanies } from './service-registry.ts';

/** Markup that would run if a screen put a name into the page as it is. */
export const hostileName = '<img src=x onerror=document.title=1>';

/** What the console has to show, made through the API. */
export type ConsoleData = {
  readonly cpf: string;
  readonly personId: string;
  readonly cnpj: string;
  readonly attemptId: string;
  readonly executionId: string;
  readonly templateId: string;
};

const cpf = '52998224725';

/** A person with attempts and an execution, companies whose partners hold shares of each other, a template. */
export async function createConsoleData(service: TestService): Promise<ConsoleData> {
  const token = await service.token('customer');
  const post = async (path: string, json: unknown) => {
    const answer = await send(`${service.url}${path}`, { method: 'POST', token, json });
    assert.ok(answer.status < 300, answer.text);
    return answer.body;
  };
  const [registered, other] = await Promise.all([drawFace('#7a5236'), drawFace('#d3a37c')]);
  assert.equal((await putFace(service, cpf, registered)).status, 201);
  let attemptId = '';
  for (const photo of [other, await drawFace('#7a5237'), other]) {
    const data = await post('/v1/face-authentications', {
      peopleId: cpf,
      imageUrl: toDataAddress(photo),
    });
    attemptId = data.id;
  }
  const cnpj = cnpjOf('11111111');
  await importCompanies(service, '2026-10', [
    {
      root: '11111111',
      name: 'PADARIA AURORA LTDA',
      trade: hostileName,
      establishment: { secondary_activities: '4711302,5611203' },
      partners: [
        'ANA LIMA',
        'BRUNO COSTA',
        { kind: '1', name: 'HOLDING SOL SA', document: cnpjOf('22222222') },
      ],
    },
    { root: '22222222', name: 'HOLDING SOL SA', partners: ['CARLA DIAS', 'ANA LIMA'] },
    { root: '33333333', name: 'AURORA COMERCIO DE PAES LTDA', partners: ['ANA LIMA', hostileName] },
  ]);
  const { id: templateId } = await post('/v1/query-templates', {
    name: hostileName,
    subject: 'company',
    sources: [{ name: 'pjData' }],
    rules: [{ name: 'inativa', when: 'sources.pjData.data.status.code != "02"', status: 'REPROVED' }],
    otherwise: 'APPROVED',
  });
  await post('/v1/executions', { templateId, cnpj, referenceId: hostileName });
  const { executionId, profileId } = await post('/v1/executions', {
    templateId: 'tpl_default_person',
    cpf,
    attributes: { name: 'Maria Silva' },
    metadata: { note: hostileName },
  });
  for (let status = 'PROCESSING', tries = 0; status === 'PROCESSING'; tries += 1) {
    assert.ok(tries < 6_000, 'the execution does not end');
    await setTimeout(100);
    ({ status } = (await send(`${service.url}/v1/executions/${executionId}`, { token })).body);
  }
  return { cpf, personId: profileId, cnpj, attemptId, executionId, templateId };
}

/** A face of a few shapes. The engine of tests takes any photo for one. */
export async function drawFace(skin: string): Promise<Buffer> {
  return await sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="400" height="500">
      <rect width="400" height="500" fill="#c9d4d8"/><ellipse cx="200" cy="500" rx="170" ry="110" fill="#33506b"/>
      <rect x="160" y="330" width="80" height="90" fill="${skin}"/>
      <ellipse cx="200" cy="235" rx="115" ry="150" fill="${skin}"/>
      <path d="M85 215c0-110 230-110 230 0 -30-60-200-60-230 0z" fill="#2a211c"/>
      <ellipse cx="155" cy="230" rx="18" ry="10" fill="#fff"/><ellipse cx="245" cy="230" rx="18" ry="10" fill="#fff"/>
      <circle cx="155" cy="230" r="8" fill="#241a14"/><circle cx="245" cy="230" r="8" fill="#241a14"/>
      <path d="M200 235l-14 55h28z" fill="#00000022"/><path d="M155 325q45 30 90 0" stroke="#6d2f2f" stroke-width="9" fill="none"/>
    </svg>`),
  )
    .jpeg()
    .toBuffer();
}
