import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser as Chromium } from 'playwright-core';
import { generateCpf } from '../../src/platform/documents/index.ts';
import { beginLiveness, createLivenessSession, performSteps, type Step } from '../support/capture-page.ts';
import { openChromium, withoutChromium } from '../support/chromium.ts';
import { acceptFirstAdministrator, invitePerson, type Person } from '../support/console.ts';
import { assertUsable, openConsole, readImageWidths } from '../support/console-page.ts';
import { drawHead, headPoses, poseOfFrame } from '../support/draw-head.ts';
import { cutFacePhotos } from '../support/face-photos.ts';
import { type Answer, assertError, send } from '../support/http.ts';
import { shareService } from '../support/service.ts';
import { putFace } from '../support/service-photos.ts';

/** Of a session that asks for the same movement again and again. */
const mostFramesOfKind = 12;
const mostOnTheWay = 3;

describe('the evidence of a case in Chromium', { skip: withoutChromium }, () => {
  const service = shareService('embedded', { env: { FACE_LIVENESS_THRESHOLD: '0.4' } });
  const cpf = generateCpf();
  let chromium: Chromium;
  let customer: string;
  let admin: Person;
  let ana: Person;
  let attemptId: string;
  let personId: string;
  let otherId: string;
  let sessionId: string;
  let duplicateCase: string;
  let execution: Answer['body'];

  /** The same woman is registered for two CPFs; a liveness session of hers authenticates one. */
  before(async () => {
    chromium = await openChromium();
    customer = await service().token('customer');
    const { sameWoman } = await cutFacePhotos(720);
    assert.equal((await putFace(service(), generateCpf(), sameWoman[1])).status, 201);
    await service().running.duplicates?.loaded();
    const registered = await send(`${service().url}/v1/people/${cpf}/face`, {
      method: 'PUT',
      token: await service().fetchToken(
        await service().createClient('customer', ['faces:write', 'faces:duplicates']),
      ),
      headers: { 'content-type': 'image/jpeg' },
      body: new Uint8Array(sameWoman[0]),
    });
    assert.equal(registered.status, 201, registered.text);
    [otherId] = registered.body.possibleDuplicates.map((one: { personId: string }) => one.personId);
    admin = await acceptFirstAdministrator(service());
    ana = await invitePerson(service(), admin, 'analyst');
    const [found] = (await ana.request('GET', '/v1/cases?kind=possible_duplicate')).body.items;
    duplicateCase = found.id;
    personId = found.subject.personId;

    sessionId = await passLiveness(sameWoman[1]);
    const made = await send(`${service().url}/v1/face-authentications`, {
      method: 'POST',
      token: customer,
      json: { peopleId: cpf, livenessSessionId: sessionId },
    });
    assert.equal(made.status, 201, made.text);
    attemptId = made.body.data.id;
    execution = await execute();
  });
  after(() => chromium?.close());

  /** The frames are drawn before the session begins: a busy machine is too slow for its times otherwise. */
  async function passLiveness(face: Uint8Array): Promise<string> {
    const drawn = new Map<string, Uint8Array[]>();
    let seed = 0;
    const poses = Object.keys(headPoses).flatMap((kind) => [0, 1].map((between) => ({ kind, between })));
    for (const pose of poses) {
      const { yaw, pitch } = poseOfFrame(pose, 0);
      const heads: Uint8Array[] = [];
      while (heads.length < (pose.between === 0 ? mostFramesOfKind : mostOnTheWay)) {
        seed += 1;
        heads.push(await drawHead(face, { yaw: yaw + (seed % 3) * 0.4, pitch }, seed));
      }
      drawn.set(`${pose.kind} ${pose.between}`, heads);
    }
    const request = { purpose: 'authenticate', peopleId: cpf };
    const session = await createLivenessSession(service().mobileUrl, customer, request);
    const secret = await beginLiveness(session);
    const finished = await performSteps(
      session,
      secret,
      async ({ kind, between = 0 }: Step, index) => drawn.get(`${kind} ${index < between ? 1 : 0}`)!.pop()!,
    );
    assert.equal(finished.status, 200, finished.text);
    const path = `${service().url}/v1/liveness-sessions/${session.id}`;
    let { data } = (await send(path, { token: customer })).body;
    while (data.state === 'JUDGING') data = (await send(path, { token: customer })).body.data;
    assert.equal(data.state, 'PASSED', JSON.stringify(data));
    return session.id;
  }

  /** Runs rules on the person, who has a profile from then on. */
  async function execute(): Promise<Answer['body']> {
    const template = await admin.request('POST', '/v1/query-templates', {
      subject: 'person',
      sources: [],
      rules: [{ name: 'foto', when: 'face.references < 2 && attributes.name == "Ana"', status: 'PENDING' }],
    });
    assert.equal(template.status, 201, template.text);
    const run = await admin.request(
      'POST',
      '/v1/executions',
      { templateId: template.body.id, cpf, attributes: { name: 'Ana' } },
      { headers: { prefer: 'wait=20' } },
    );
    assert.equal(run.status, 201, run.text);
    return run.body;
  }

  async function openCase(more: object): Promise<string> {
    const made = await ana.request('POST', '/v1/cases', { kind: 'manual', personId, ...more });
    assert.equal(made.status, 201, made.text);
    return made.body.id;
  }
  const auditOf = async (query: string) => (await admin.request('GET', `/v1/audit?${query}`)).body.items;

  it('a person who is signed in reads the liveness session of any client, another client does not', async () => {
    const read = await ana.request('GET', `/v1/liveness-sessions/${sessionId}`);
    assert.equal(read.status, 200, read.text);
    assert.equal(read.body.data.state, 'PASSED');
    const other = await service().fetchToken(await service().createClient('customer'));
    assertError(
      await send(`${service().url}/v1/liveness-sessions/${sessionId}`, { token: other }),
      404,
      'liveness_session_not_found',
    );
    const [event] = await auditOf(`action=liveness.read&target=${sessionId}&actor=${ana.accountId}`);
    assert.deepEqual(event.subjects, [personId]);
  });

  it('the faces of a possible duplicate are told with their similarity, and everybody shown is recorded', async () => {
    const { status, body, text } = await ana.request('GET', `/v1/cases/${duplicateCase}/duplicates`);
    assert.equal(status, 200, text);
    assert.deepEqual(
      body.items.map((one: { personId: string }) => one.personId),
      [personId, otherId],
    );
    assert.ok(body.items[1].similarity > 0.5);
    assert.equal(body.items[0].similarity, undefined);
    const [event] = await auditOf(`action=case.compare&target=${duplicateCase}`);
    assert.deepEqual(event.subjects, [personId, otherId].sort());
    assert.equal(event.purpose, `case ${duplicateCase}`);
    const none = await ana.request('GET', `/v1/cases/${await openCase({})}/duplicates`);
    assert.deepEqual(none.body.items, []);
    const token = await service().fetchToken(await service().createClient('customer', ['cases:read']));
    assertError(
      await send(`${service().url}/v1/cases/${duplicateCase}/duplicates`, { token }),
      403,
      'scope_forbidden',
    );
  });

  it('shows photos, landmarks and liveness frames, and records who opened them for which case', async (t) => {
    const id = await openCase({ attemptId });
    for (const width of [1440, 360]) {
      const { page, go, faults, close } = await openConsole(chromium, service(), ana, { width });
      t.after(close);
      await go(`/cases/${id}`);
      const frames = page.locator('.frame img');
      await frames.nth(6).waitFor();
      await page.locator('.photo-frame img').first().waitFor();
      const widths = await readImageWidths(page.locator('.frame img, .photo-frame img'));
      for (const each of widths) assert.ok(each > 0, 'every photo is shown');
      await page.getByLabel('Mostrar os pontos do rosto').check();
      const meshes = page.locator('.mesh path');
      await meshes.nth(1).waitFor({ state: 'attached' });
      for (const path of await meshes.all()) {
        assert.equal((await path.getAttribute('d'))!.split('M').length - 1, 468);
      }
      await page.getByText('Base da estimativa').waitFor();
      await assertUsable(page, `evidence ${width}`);
      const folder = process.env.CONSOLE_SCREENSHOTS;
      if (folder !== undefined)
        await page.screenshot({ path: `${folder}/case-${width}.png`, fullPage: true });
      assert.deepEqual(faults, []);
    }
    const opened = await auditOf(`action=image.read&actor=${ana.accountId}&personId=${personId}&limit=200`);
    const ofCase = opened.filter((event: { purpose?: string }) => event.purpose === `case ${id}`);
    assert.ok(ofCase.length >= 9, `${ofCase.length} photos were recorded for the case`);
    assert.deepEqual(ofCase[0].actor, { kind: 'link', id: ana.accountId });
    const [looked] = await auditOf(`action=attempt.landmarks&target=${attemptId}`);
    assert.equal(looked.purpose, `case ${id}`);
  });

  it('shows both faces of a possible duplicate side by side', async (t) => {
    const { page, go, faults, close } = await openConsole(chromium, service(), ana);
    t.after(close);
    await go(`/cases/${duplicateCase}`);
    const panel = page.locator('section', { hasText: 'Pessoa do caso' });
    await panel.locator('.photo-frame img').nth(1).waitFor();
    await panel.getByText('Outra pessoa', { exact: true }).waitFor();
    await panel.getByRole('img', { name: /^Semelhança/ }).waitFor();
    await page.waitForLoadState('networkidle');
    await assertUsable(page, 'duplicates');
    const folder = process.env.CONSOLE_SCREENSHOTS;
    if (folder !== undefined) await page.screenshot({ path: `${folder}/duplicates.png`, fullPage: true });
    assert.deepEqual(faults, []);
  });

  it('shows each source with its answer, and the values that each rule saw', async (t) => {
    assert.deepEqual(execution.decision.rules[0].values, {
      'face.references': '1',
      'attributes.name': '"Ana"',
    });
    const id = await openCase({ executionId: execution.executionId });
    const { page, go, faults, close } = await openConsole(chromium, service(), ana);
    t.after(close);
    await go(`/cases/${id}`);
    await page.getByText('face.references = 1').waitFor();
    await page.getByRole('heading', { name: 'Respostas das fontes' }).waitFor();
    assert.deepEqual(faults, []);
  });
});
