import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import {
  ApiError,
  type Confere,
  createConfere,
  photoAddress,
  VerificationError,
} from '../../packages/client/src/index.ts';
import { generateCpf } from '../../src/platform/documents.ts';
import { prepareSandbox, type SandboxClients } from '../../src/sandbox/prepare-sandbox.ts';
import {
  companyScenarios,
  faceScenarios,
  listScenarios,
  personScenarios,
} from '../../src/sandbox/scenarios.ts';
import { createPhoto } from '../images/photos.ts';
import { send } from '../support/http.ts';
import { shareService } from '../support/service.ts';

/** The status of each person and company once their executions have ended or wait. */
const decided: Readonly<Record<string, string>> = {
  'person-approved': 'APPROVED',
  'person-waiting-documents': 'WAITING_DOCUMENTS',
  'person-pending': 'PENDING',
  'person-processing': 'APPROVED',
  'pep-exact': 'PENDING',
  'pep-name-and-six-digits': 'PENDING',
  'pep-name-only': 'APPROVED',
  'sanction-exact': 'REPROVED',
  'sanction-name-and-six-digits': 'PENDING',
  'sanction-name-only': 'APPROVED',
  'company-approved': 'APPROVED',
  'company-reproved': 'REPROVED',
  'company-sanctioned': 'REPROVED',
  'company-pending': 'PENDING',
  'company-waiting-documents': 'WAITING_DOCUMENTS',
  'company-processing': 'APPROVED',
  'person-changing': 'APPROVED',
  'company-changing': 'APPROVED',
};

describe('a sandbox', () => {
  const service = shareService('embedded', { env: { SANDBOX: 'on' } });
  let clients: SandboxClients;
  let confere: Confere;
  let imageUrl: string;

  before(async () => {
    const { url, admin } = service();
    const token = await service().fetchToken(admin);
    const prepared = await prepareSandbox(async (method, path, json) => {
      const answer = await send(`${url}${path}`, { method, token, json });
      assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`);
      return answer.body;
    });
    await prepared.startExecutions();
    ({ clients } = prepared);
    confere = createConfere({ url, credentials: clients.customer, environment: 'sandbox' });
    imageUrl = await photoAddress(await createPhoto({ format: 'jpeg' }));
  });

  it('describes its own routes in the OpenAPI document, with examples', async () => {
    const { status, body } = await send(`${service().url}/openapi.json`);
    assert.equal(status, 200);
    const path = '/v1/sandbox/scenarios/{scenarioId}/change';
    assert.equal(body.paths[path].post.parameters[0].example, 'person-changing');
  });

  const authenticate = (peopleId: string) =>
    confere.createFaceAuthentication({ body: { peopleId, imageUrl } }, { retries: 0 });

  it('lists its people and companies, each with a document of its own', async () => {
    const { body } = await send(`${service().url}/v1/sandbox/scenarios`);
    assert.deepEqual(body.items, listScenarios());
    const documents = body.items.map(({ document }: { document: string }) => document);
    assert.equal(new Set(documents).size, documents.length);
    for (const each of [personScenarios, companyScenarios]) {
      for (const status of ['APPROVED', 'REPROVED', 'PENDING', 'PROCESSING', 'WAITING_DOCUMENTS']) {
        assert.ok(
          each.some(({ expected }) => expected.startsWith(status)),
          status,
        );
      }
    }
    const ids = body.items.map(({ id }: { id: string }) => id);
    assert.equal(new Set(ids).size, ids.length);
  });

  for (const { id, cpf, face } of faceScenarios) {
    it(`${id}: answers as the catalogue says`, async () => {
      if (face === 'match' || face === 'slow') {
        const data = await authenticate(cpf);
        assert.equal(data.isMatch, true);
      } else if (face === 'no-match') {
        const data = await authenticate(cpf);
        assert.deepEqual([data.isMatch, data.faceMatch?.isFaceMatch], [false, false]);
      } else if (face === 'spoof') {
        const data = await authenticate(cpf);
        assert.deepEqual(
          [data.isMatch, data.faceMatch?.isFaceMatch, data.liveness?.isAlive],
          [false, true, false],
        );
      } else {
        const [status, code] =
          typeof face === 'object'
            ? [400, face.refusal]
            : {
                'rate-limited': [429, 'rate_limited'],
                busy: [503, 'face_engine_busy'],
                locked: [429, 'face_locked'],
              }[face];
        const refused = (error: unknown) => {
          assert.ok(error instanceof ApiError);
          assert.deepEqual([error.status, error.code], [status, code]);
          if (status !== 400) assert.ok(error.retryAfterSeconds! >= 1);
          return true;
        };
        await assert.rejects(authenticate(cpf), refused);
        if (typeof face === 'string') return;
        const registering = confere.registerFace({ cpf, body: { imageUrl, legalBasis: 'consent' } });
        await assert.rejects(registering, refused);
      }
    });
  }

  it('takes other people by their photos', async () => {
    const cpf = generateCpf();
    await confere.registerFace({ cpf, body: { imageUrl, legalBasis: 'consent' } });
    assert.equal((await authenticate(cpf)).isMatch, true);
    const other = await photoAddress(await createPhoto({ format: 'png' }));
    const data = await confere.createFaceAuthentication({ body: { peopleId: cpf, imageUrl: other } });
    assert.equal(data.isMatch, false);
  });

  for (const { id, ...scenario } of [...personScenarios, ...companyScenarios]) {
    it(`${id}: ends as ${decided[id]}`, async () => {
      const read = async () =>
        'cpf' in scenario
          ? await confere.getPerson({ personId: scenario.cpf })
          : await confere.getCompany({ companyId: scenario.cnpj, _includeOnboardingQsa: true });
      for (let tries = 0; tries < 6_000; tries += 1) {
        const { status } = (await read()) as { status: string };
        if (status === decided[id]) {
          assert.ok(scenario.expected.includes(status), scenario.expected);
          return;
        }
        assert.ok(['PENDING', 'PROCESSING'].includes(status), status);
        await pause(100);
      }
      assert.fail(`it is ${(await read()).status}`);
    });
  }

  it('asks a source for one company, however often it fails for another', async () => {
    const { id: templateId } = await confere.createQueryTemplate({
      body: {
        name: 'without reuse',
        subject: 'company',
        sources: [{ name: 'pjData' }],
        rules: [{ name: 'known', status: 'APPROVED', when: 'true' }],
      },
    });
    const documentOf = (id: string) => companyScenarios.find((one) => one.id === id)!.cnpj;
    for (let run = 0; run < 4; run += 1) {
      const body = { templateId, cnpj: documentOf('company-pending') };
      let { executionId, tries } = await confere.createExecution({ body });
      while (tries.length === 0) {
        await pause(100);
        ({ executionId, tries } = await confere.getExecution({ executionId }));
      }
    }
    const body = { templateId, cnpj: documentOf('company-approved') };
    const { status, tries } = await confere.createExecution({ prefer: 'wait=30', body });
    assert.deepEqual([status, tries], ['APPROVED', []]);
  });

  it('writes gender as live data do', async () => {
    const { basicData } = (await confere.getPerson({ personId: personScenarios[0]!.cpf })) as unknown as {
      basicData: { gender: string };
    };
    assert.equal(basicData.gender, 'Female');
  });

  it('shows hits by each basis, and partners', async () => {
    for (const { id, cpf, position, sanction } of personScenarios) {
      if (position === undefined && sanction === undefined) continue;
      const { sources } = (await confere.getPerson({ personId: cpf })) as unknown as {
        sources: Record<string, { data: { positions: object[]; sanctions: object[] } }>;
      };
      const { positions, sanctions } = sources.pfMediaProfileAndExposure!.data;
      const bases = [...positions, ...sanctions].map((hit) => (hit as { matchBasis: string }).matchBasis);
      assert.deepEqual(bases, [position ?? sanction], id);
    }
    const { qsa } = (await confere.getCompany({
      companyId: companyScenarios[0]!.cnpj,
      _includeOnboardingQsa: true,
    })) as unknown as { qsa: object };
    assert.match(JSON.stringify(qsa), /ANA APROVADA DA SILVA/);
  });

  it('tells of everything by events, which name no document and nobody', async () => {
    const cpf = generateCpf();
    await confere.registerFace({ cpf, body: { imageUrl, legalBasis: 'consent' } });
    await authenticate(cpf);
    await confere.deleteRegisteredFaces({ cpf });
    await confere.erasePerson({ personId: cpf });
    const expected = [
      'attempt.made',
      'company.list_hit_gained',
      'company.partner_onboarded',
      'company.status_changed',
      'execution.ended',
      'execution.waiting',
      'face.registered',
      'face.removed',
      'person.erased',
      'person.list_hit_gained',
      'person.status_changed',
    ];
    const seen = new Set<string>();
    const identifying = [
      cpf,
      ...[...faceScenarios, ...personScenarios].map((one) => one.cpf),
      ...companyScenarios.map((one) => one.cnpj),
      ...[...personScenarios, ...companyScenarios].map((one) => one.name),
    ];
    for await (const event of confere.events({ signal: AbortSignal.timeout(600_000) })) {
      const text = JSON.stringify(event);
      for (const one of identifying) assert.ok(!text.includes(one), event.type);
      seen.add(event.type);
      if (expected.every((type) => seen.has(type))) return;
    }
    assert.fail(`no ${expected.filter((type) => !seen.has(type))}`);
  });

  for (const { id, cpf, liveness } of faceScenarios) {
    if (liveness === undefined) continue;
    it(`${id}: ends a session without a camera, as one before a camera ends`, async () => {
      const data = await confere.createLivenessSession({
        body: { purpose: 'authenticate', peopleId: cpf, locale: 'en', challenge: 'turns' },
      });
      const session = await confere.getLivenessSession({ sessionId: data.id });
      assert.equal(session.state, liveness.length === 0 ? 'passed' : 'failed');
      assert.equal(session.verdict?.isAlive, liveness.length === 0);
      assert.deepEqual(session.verdict?.isAlive, liveness.length === 0);
      const page = await confere.listEvents({ type: 'liveness_session.ended' });
      const ids = page.items.map((event) => (event.data as { livenessSessionId: string }).livenessSessionId);
      assert.ok(ids.includes(data.id), 'an event tells of it');
      const using = confere.createFaceAuthentication(
        { body: { peopleId: cpf, livenessSessionId: data.id } },
        { retries: 0 },
      );
      if (liveness.length === 0) {
        const attempt = await using;
        assert.deepEqual([attempt.isMatch, attempt.liveness?.isAlive], [true, true]);
      } else {
        await assert.rejects(using, (error) => {
          assert.ok(error instanceof ApiError);
          assert.equal(error.code, 'liveness_session_unusable');
          return true;
        });
      }
    });
  }

  it('leaves the sessions of everybody else to a camera', async () => {
    const data = await confere.createLivenessSession({
      body: { purpose: 'check', peopleId: generateCpf(), locale: 'en', challenge: 'turns' },
    });
    assert.equal((await confere.getLivenessSession({ sessionId: data.id })).state, 'created');
  });

  describe('a watch', () => {
    const changeable = [...personScenarios, ...companyScenarios].filter((one) => one.isChangeable);
    const watchIds = new Map<string, string>();

    // All of them before the first is looked at: their first runs are those of a job that comes once a minute.
    before(async () => {
      const { items } = await confere.listQueryTemplates({});
      for (const scenario of changeable) {
        const isPerson = 'cpf' in scenario;
        const document = isPerson ? { cpf: scenario.cpf } : { cnpj: scenario.cnpj };
        const template = items.find((one) => one.subject === (isPerson ? 'person' : 'company'))!;
        const body = { ...document, templateId: template.id, intervalDays: 1 };
        watchIds.set(scenario.id, (await confere.createWatch({ body })).id);
      }
    });

    for (const scenario of changeable) {
      it(`of ${scenario.id} tells of the change on request, and of the way back`, async () => {
        const watchId = watchIds.get(scenario.id)!;
        const change = async (expected: boolean) => {
          const url = `${service().url}/v1/sandbox/scenarios/${scenario.id}/change`;
          const { status, body } = await send(url, { method: 'POST' });
          assert.equal(status, 200);
          assert.deepEqual([body.isChanged, body.watches], [expected, 1]);
        };
        const waitForRun = async (after: string | undefined) => {
          for (let tries = 0; tries < 6_000; tries += 1) {
            const { lastExecutionId } = await confere.getWatch({ watchId });
            if (lastExecutionId !== undefined && lastExecutionId !== after) {
              const { completedAt } = await confere.getExecution({ executionId: lastExecutionId });
              if (completedAt !== undefined) return lastExecutionId;
            }
            await pause(100);
          }
          return assert.fail('the watch does not run');
        };
        const told = async () => {
          const page = await confere.listEvents({ type: 'watch.changed' });
          return page.items.filter((event) => (event.data as { watchId: string }).watchId === watchId).length;
        };
        const first = await waitForRun(undefined);
        assert.equal(await told(), 0);
        await change(true);
        const second = await waitForRun(first);
        assert.equal(await told(), 1);
        await change(false);
        await waitForRun(second);
        assert.equal(await told(), 2);
      });
    }
  });

  it('changes nothing that does not say so', async () => {
    for (const id of ['person-approved', 'match', 'nothing']) {
      const { status } = await send(`${service().url}/v1/sandbox/scenarios/${id}/change`, { method: 'POST' });
      assert.equal(status, 404, id);
    }
  });

  it('says in every answer, token and signature that it is one', async () => {
    const health = await send(`${service().url}/healthz`);
    assert.equal(health.headers.get('confere-environment'), 'sandbox');
    const { accessToken } = await confere.fetchToken();
    const claims = JSON.parse(Buffer.from(accessToken.split('.')[1]!, 'base64url').toString());
    assert.equal(claims.environment, 'sandbox');
    const { cpf } = faceScenarios[0]!;
    const { bytes, headers } = await confere.full.createFaceAuthentication({
      shouldSignResponse: true,
      body: { peopleId: cpf, imageUrl },
    });
    const answer = { body: bytes, signature: headers.get('x-response-signature')!, peopleId: cpf };
    assert.equal((await confere.verifyAnswer(answer)).isMatch, true);
    const live = createConfere({ url: service().url, credentials: clients.customer });
    await assert.rejects(live.verifyAnswer(answer), (error) => {
      assert.ok(error instanceof VerificationError);
      assert.equal(error.code, 'other_environment');
      return true;
    });
  });
});
