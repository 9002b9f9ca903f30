import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser as Chromium } from 'playwright-core';
import { generateCpf } from '../../src/platform/documents.ts';
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

const folder = await mkdtemp(join(tmpdir(), 'confere-case-evidence-'));

describe('the evidence of a case in Chromium', { skip: withoutChromium }, () => {
  const service = shareService('embedded', { env: { FACE_LIVENESS_THRESHOLD: '0.4', IMPORT_DIR: folder } });
  const cpf = generateCpf();
  const otherCpf = generateCpf();
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
    assert.equal((await putFace(service(), otherCpf, sameWoman[1])).status, 201);
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
    await importPeople();

    sessionId = await passLiveness(sameWoman[1]);
    const made = await send(`${service().url}/v1/face-authentications`, {
      method: 'POST',
      token: customer,
      json: { peopleId: cpf, livenessSessionId: sessionId },
    });
    assert.equal(made.status, 201, made.text);
    attemptId = made.body.id;
    execution = await execute();
  });
  after(async () => {
    await chromium?.close();
    await rm(folder, { recursive: true });
  });

  /** Both have a name in a data set; nobody has executed anything about the other one. */
  async function importPeople(): Promise<void> {
    const rows = [
      'cpf;nome;data de nascimento;nome da mae',
      `${cpf};Ana Lima;12/03/1980;Rita Lima`,
      `${otherCpf};ANA LIMÁ;01/04/1981;`,
    ];
    await writeFile(join(folder, 'people.csv'), rows.join('\n'));
    const request = { source: 'data_sets', action: 'import', path: 'people.csv' };
    const started = await admin.request('POST', '/v1/imports', request);
    assert.equal(started.status, 202, started.text);
    let state = 'running';
    while (state !== 'done') {
      assert.notEqual(state, 'failed');
      await delay(20);
      ({ state } = (await admin.request('GET', `/v1/imports/${started.body.id}`)).body);
    }
  }

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
    let data = (await send(path, { token: customer })).body;
    while (data.state === 'judging') data = (await send(path, { token: customer })).body;
    assert.equal(data.state, 'passed', JSON.stringify(data));
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
    assert.equal(read.body.state, 'passed');
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

  it('a case tells whom it is about to those who may read people, and no whole CPF to people', async () => {
    for (const path of ['/v1/cases?kind=possible_duplicate', `/v1/cases/${duplicateCase}`]) {
      const read = await ana.request('GET', path);
      const { subject } = read.body.items?.[0] ?? read.body;
      assert.equal(subject.name, 'Ana Lima', read.text);
      assert.match(subject.cpf, /^\*\*\*\.\d{3}\.\d{3}-\*\*$/);
      assert.ok(!read.text.includes(cpf));
      const scopes = ['cases:read', 'people:read'];
      const known = await send(`${service().url}${path}`, {
        token: await service().fetchToken(await service().createClient('customer', scopes)),
      });
      const shown = (known.body.items?.[0] ?? known.body).subject;
      assert.deepEqual(shown, { personId, name: 'Ana Lima', cpf }, known.text);
      const unknown = await send(`${service().url}${path}`, {
        token: await service().fetchToken(await service().createClient('customer', ['cases:read'])),
      });
      assert.deepEqual((unknown.body.items?.[0] ?? unknown.body).subject, { personId }, unknown.text);
    }
    const { imageUrl } = (await ana.request('GET', `/v1/cases/${duplicateCase}`)).body.subject;
    assert.equal((await fetch(imageUrl)).status, 200);
  });

  it('the list has the photos of both people of a possible duplicate, for whoever may see photos', async () => {
    const path = '/v1/cases?kind=possible_duplicate';
    const { subject } = (await ana.request('GET', path)).body.items[0];
    for (const url of [subject.imageUrl, subject.otherImageUrl]) {
      assert.equal((await fetch(url)).status, 200);
    }
    const [event] = await auditOf(`action=case.list&actor=${ana.accountId}`);
    assert.deepEqual(event.subjects, [personId, otherId].sort());
    const read = await send(`${service().url}${path}`, {
      token: await service().fetchToken(
        await service().createClient('customer', ['cases:read', 'attempts:read']),
      ),
    });
    assert.deepEqual(Object.keys(read.body.items[0].subject).sort(), [
      'imageUrl',
      'otherImageUrl',
      'personId',
    ]);
  });

  it('shows both faces of a possible duplicate side by side', async (t) => {
    const { page, go, faults, close } = await openConsole(chromium, service(), ana);
    t.after(close);
    await go(`/cases/${duplicateCase}`);
    const panel = page.locator('section', { hasText: 'Pessoa do caso' });
    await panel.locator('.photo-frame img').nth(1).waitFor();
    await panel.getByText('Outra pessoa', { exact: true }).first().waitFor();
    await panel.getByRole('img', { name: /^Semelhança/ }).waitFor();
    const known = panel.getByRole('table', { name: 'O que se sabe das duas pessoas' });
    const rowOf = async (name: string) =>
      await known.getByRole('row', { name }).getByRole('cell').allTextContents();
    assert.deepEqual(await rowOf('Nome'), ['Ana Lima', 'ANA LIMÁ', 'igual']);
    assert.deepEqual(await rowOf('Nascimento'), ['12 de mar. de 1980', '1 de abr. de 1981', 'diferente']);
    const [own = '', other = '', compared] = await rowOf('CPF');
    assert.match(own, /^\*\*\*\.\d{3}\.\d{3}-\*\*/);
    assert.match(other, /^\*\*\*\.\d{3}\.\d{3}-\*\*/);
    assert.equal(compared, 'diferente');
    await page.getByRole('img', { name: 'Foto cadastrada: Ana Lima' }).waitFor();
    await go('/cases');
    const row = page.getByRole('row', { name: 'Possível duplicidade' });
    await row.getByRole('link', { name: 'Ana Lima' }).waitFor();
    await row.getByText(/^\*\*\*\.\d{3}\.\d{3}-\*\*$/).waitFor();
    const thumbnails = row.locator('img[loading=lazy]');
    assert.ok((await readImageWidths(thumbnails)).every((width) => width > 0));
    assert.equal(await thumbnails.count(), 2);
    assert.doesNotMatch((await page.locator('main').textContent())!, /per_/);
    await go(`/cases/${duplicateCase}`);
    await panel.locator('.photo-frame img').nth(1).waitFor();
    await page.waitForLoadState('networkidle');
    await assertUsable(page, 'duplicates');
    const folder = process.env.CONSOLE_SCREENSHOTS;
    if (folder !== undefined) await page.screenshot({ path: `${folder}/duplicates.png`, fullPage: true });
    await page.setViewportSize({ width: 360, height: 740 });
    for (const button of await known.getByRole('button', { name: 'mostrar' }).all())
      assert.ok((await button.boundingBox())!.height < 30, 'the word is on one line');
    assert.equal(await known.getByText('Mãe').isVisible(), true);
    const empty = known.locator('td:empty').filter({ visible: true });
    assert.equal(await empty.count(), 0, 'a label without a value');
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
