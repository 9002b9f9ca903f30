import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { encodeCursor } from '../../../src/platform/cursors.ts';
import { generateCpf } from '../../../src/platform/documents.ts';
import { describeDatabases } from '../../support/database.ts';
import { type Answer, assertError, assertRequestId, send } from '../../support/http.ts';
import { shareService } from '../../support/service.ts';
import { createStandInEngine } from '../../support/service-engine.ts';
import { createScriptedSource, found } from '../scripted-sources.ts';

describeDatabases('query templates', (kind) => {
  const civil = createScriptedSource('civil', 'person');
  const service = shareService(kind, { engine: createStandInEngine(), sources: [civil] });
  let token: string;
  const definition = {
    name: 'Of age',
    subject: 'person',
    sources: [{ name: 'civil', maxAge: 'P30D', isRequired: true }],
    rules: [{ name: 'of-age', when: 'yearsBetween(basicData.birthDate, today) >= 18', status: 'APPROVED' }],
    otherwise: 'REPROVED',
  };

  before(async () => {
    token = await service().token('customer');
  });

  const url = (path = '') => `${service().url}/v1/query-templates${path}`;
  const create = (json: unknown, as = token): Promise<Answer> =>
    send(url(), { method: 'POST', token: as, json });
  const problemsOf = async (json: unknown) => {
    const answer = await create(json);
    assertError(answer, 400, 'request_invalid');
    return Object.fromEntries(
      answer.body.errors.map((it: { path: string; message: string }) => [it.path, it.message]),
    );
  };

  describe('success', () => {
    it('one is made, read as it was written, and listed', async () => {
      const made = await create(definition);
      assert.equal(made.status, 201);
      assertRequestId(made);
      const { requestId: _, id, version, isDefault, createdAt, updatedAt, ...rest } = made.body;
      assert.match(id, /^tpl_[0-9a-f]{32}$/);
      assert.deepEqual([version, isDefault, createdAt === updatedAt], [1, false, true]);
      assert.deepEqual(rest, definition);
      assert.equal(made.headers.get('location'), url(`/${id}`));
      const read = await send(url(`/${id}`), { token });
      assert.equal(read.status, 200);
      assert.deepEqual({ ...read.body, requestId: '' }, { ...made.body, requestId: '' });
      const listed = await send(url('?subject=person'), { token });
      assert.ok(listed.body.items.some((item: { id: string }) => item.id === id));
    });

    it('the defaults are there, sound, and cannot be deleted', async () => {
      for (const subject of ['person', 'company']) {
        const { body } = await send(url(`/tpl_default_${subject}`), { token });
        assert.equal(body.isDefault, true);
        assert.equal(body.subject, subject);
        assertError(
          await send(url(`/tpl_default_${subject}`), { method: 'DELETE', token }),
          409,
          'query_template_protected',
        );
        const { requestId, id, version, isDefault, createdAt, updatedAt, ...same } = body;
        const replaced = await send(url(`/tpl_default_${subject}`), { method: 'PUT', token, json: same });
        assert.equal(replaced.status, 200, replaced.text);
        assert.equal(replaced.body.version, version + 1);
      }
    });

    it('a change is a new version, and executions keep the one they ran', async () => {
      const { id } = (await create(definition)).body;
      const cpf = generateCpf();
      civil.answer(cpf, found({ name: 'Ana Lima', birthDate: '01/02/1990' }));
      const run = async () =>
        (
          await send(`${service().url}/v1/executions`, {
            method: 'POST',
            token,
            json: { templateId: id, cpf },
            headers: { prefer: 'wait=20' },
          })
        ).body;
      const first = await run();
      assert.deepEqual([first.templateVersion, first.status], [1, 'APPROVED']);
      const changed = await send(url(`/${id}`), {
        method: 'PUT',
        token,
        json: { ...definition, rules: [], otherwise: 'WAITING_DOCUMENTS' },
      });
      assert.equal(changed.status, 200);
      assert.equal(changed.body.version, 2);
      const second = await run();
      assert.deepEqual([second.templateVersion, second.status], [2, 'WAITING_DOCUMENTS']);
      const again = await send(`${service().url}/v1/executions/${first.executionId}`, { token });
      assert.equal(again.body.templateVersion, 1);
      assert.deepEqual(again.body.decision.decidedBy, ['of-age']);
    });

    it('one that is deleted is gone, and what it decided stays explained', async () => {
      const { id } = (await create(definition)).body;
      const execution = await send(`${service().url}/v1/executions`, {
        method: 'POST',
        token,
        json: { templateId: id, cpf: generateCpf() },
        headers: { prefer: 'wait=20' },
      });
      const deleted = await send(url(`/${id}`), { method: 'DELETE', token });
      assert.equal(deleted.status, 204);
      assertError(await send(url(`/${id}`), { token }), 404, 'query_template_not_found');
      assertError(
        await send(url(`/${id}`), { method: 'PUT', token, json: definition }),
        404,
        'query_template_not_found',
      );
      const read = await send(`${service().url}/v1/executions/${execution.body.executionId}`, { token });
      assert.equal(read.body.templateId, id);
      const refused = await send(`${service().url}/v1/executions`, {
        method: 'POST',
        token,
        json: { templateId: id, cpf: generateCpf() },
      });
      assertError(refused, 404, 'query_template_not_found');
    });

    it('the list is paged', async () => {
      const all = (await send(url('?limit=200'), { token })).body.items.map((it: { id: string }) => it.id);
      const paged: string[] = [];
      for (let query = '?limit=2'; ; ) {
        const { items, nextCursor } = (await send(url(query), { token })).body;
        paged.push(...items.map((it: { id: string }) => it.id));
        if (nextCursor === undefined) break;
        query = `?limit=2&cursor=${nextCursor}`;
      }
      assert.deepEqual(paged, all);
    });
  });

  describe('invalid', () => {
    it('every problem of the form is told at its field', async () => {
      assert.deepEqual(
        await problemsOf({
          name: '',
          subject: 'dog',
          sources: [{ nome: 'civil' }],
          rules: [{ name: 'r', when: 'true', status: 'MAYBE' }],
          extra: 1,
        }),
        {
          'body/name': 'must not have fewer than 1 characters',
          'body/subject': 'must be one of person, company',
          'body/extra': 'is not a field of a query template',
          'body/sources/0/name': 'is missing',
          'body/sources/0/nome': 'is not a field of a query template',
          'body/rules/0/status': 'must be one of APPROVED, REPROVED, PENDING, WAITING_DOCUMENTS',
        },
      );
    });

    it('what is longer, more or deeper than a template may be is refused, and up to there it is taken', async () => {
      const rules = (count: number, when = 'true') =>
        Array.from({ length: count }, (_, n) => ({ name: `r${n}`, when, status: 'APPROVED' }));
      // A comparison of so many characters.
      const rule = (length: number) => `"${'x'.repeat(length - 6)}"==""`;
      const company = { name: 'Limits', subject: 'company', sources: [], rules: [] };
      const onboarding = (depth: number) => ({ ...company, onboardPartners: { isEnabled: true, depth } });
      const cases: [string, object, object][] = [
        ['body/name', { ...company, name: 'n'.repeat(120) }, { ...company, name: 'n'.repeat(121) }],
        ['body/rules', { ...company, rules: rules(50) }, { ...company, rules: rules(51) }],
        [
          'body/rules/0/when',
          { ...company, rules: rules(1, rule(2_000)) },
          { ...company, rules: rules(1, rule(2_001)) },
        ],
        ['body/onboardPartners/depth', onboarding(5), onboarding(6)],
        ['body/onboardPartners/depth', onboarding(1), onboarding(0)],
      ];
      for (const [path, within, beyond] of cases) {
        const answer = await create(within);
        assert.equal(answer.status, 201, `${path}: ${answer.text}`);
        assert.deepEqual(Object.keys(await problemsOf(beyond)), [path]);
      }
      const sources = Array.from({ length: 31 }, (_, n) => ({ name: `s${n}` }));
      assert.deepEqual(Object.keys(await problemsOf({ ...company, sources })), ['body/sources']);
    });

    it('every problem of the content is told at its field', async () => {
      const problems = await problemsOf({
        ...definition,
        sources: [{ name: 'pjData' }, { name: 'civil', maxAge: 'P-1D' }, { name: 'civil', maxAge: '-P1D' }],
        rules: [
          { name: 'a', when: 'basicData.name ==', status: 'APPROVED' },
          { name: 'a', when: 'sources.voters.found', status: 'APPROVED' },
          { name: 'c', when: 'unknown.thing', status: 'APPROVED' },
          { name: 'd', when: '1 + 1', status: 'APPROVED' },
        ],
        onboardPartners: { isEnabled: true },
      });
      assert.match(problems['body/sources/0/name'], /^is no source about a person; there are: .*civil/);
      assert.match(problems['body/sources/1/maxAge'], /ISO 8601 duration/);
      assert.equal(problems['body/sources/2/name'], 'is listed twice');
      assert.match(problems['body/sources/2/maxAge'], /ISO 8601 duration/);
      assert.match(problems['body/rules/0/when'], /^does not parse: .*at character/);
      assert.equal(problems['body/rules/1/name'], 'is the name of another rule, too');
      assert.equal(problems['body/rules/1/when'], 'reads voters, which is not among the sources');
      assert.match(problems['body/rules/2/when'], /Unknown variable: unknown/);
      assert.match(problems['body/rules/3/when'], /must give true or false/);
      assert.equal(problems['body/onboardPartners/isEnabled'], 'only companies have partners');
    });

    it('names are text that a terminal can show, and no text has half a character', async () => {
      const when = 'basicData.name == "\ud800"';
      const rules = ['\u001b[2J', '\u009b2J', 'half \udc00'].map((name) => ({
        name,
        when,
        status: 'APPROVED',
      }));
      const problems = await problemsOf({ ...definition, name: 'a\u001b]0;title\u0007', rules });
      for (const path of ['name', 'rules/0/name', 'rules/1/name', 'rules/2/name']) {
        assert.equal(problems[`body/${path}`], 'has characters that cannot be printed', path);
      }
      assert.equal(problems['body/rules/0/when'], 'has half a character');
    });

    it('a template for partners must be there and about them', async () => {
      const company = { ...definition, subject: 'company', sources: [], rules: [] };
      const problems = await problemsOf({
        ...company,
        onboardPartners: {
          isEnabled: true,
          personTemplateId: 'tpl_default_company',
          companyTemplateId: 'tpl_none',
        },
      });
      assert.deepEqual(problems, {
        'body/onboardPartners/personTemplateId': 'is no query template about a person',
        'body/onboardPartners/companyTemplateId': 'is no query template about a company',
      });
    });

    it('what is no template at all is refused as well', async () => {
      for (const json of [[], 'text', 5, null]) {
        const answer = await create(json);
        assert.equal(answer.status, 400, JSON.stringify(json));
      }
      assert.equal((await send(url(), { method: 'POST', token })).status, 400);
    });

    it('the subject cannot be changed', async () => {
      const { id } = (await create(definition)).body;
      const json = { ...definition, subject: 'company', sources: [], rules: [] };
      assertError(
        await send(url(`/${id}`), { method: 'PUT', token, json }),
        409,
        'query_template_subject_fixed',
      );
    });

    it('a cursor that no list gave, and a limit out of range, are refused', async () => {
      for (const cursor of ['x', 'a'.repeat(500), 'eyJ9', encodeCursor(`exe_${'0'.repeat(32)}`)]) {
        assertError(await send(url(`?cursor=${cursor}`), { token }), 400, 'cursor_invalid');
      }
      for (const limit of ['0', '201', '-1', 'many']) {
        assertError(await send(url(`?limit=${limit}`), { token }), 400, 'request_invalid');
      }
    });
  });

  describe('auth', () => {
    it('nobody without a token, with another product or without the scope gets through', async () => {
      const mobile = await service().token('mobile');
      const reader = await service().fetchToken(await service().createClient('customer', ['people:read']));
      for (const [path, method] of [
        ['', 'GET'],
        ['', 'POST'],
        ['/tpl_default_person', 'GET'],
        ['/tpl_default_person', 'PUT'],
        ['/tpl_default_person', 'DELETE'],
      ] as const) {
        const json = method === 'POST' || method === 'PUT' ? definition : undefined;
        assertError(await send(url(path), { method, json }), 401, 'authorization_missing');
        assert.equal((await send(url(path), { method, json, token: mobile })).status, 401);
        assertError(await send(url(path), { method, json, token: reader }), 403, 'scope_forbidden');
      }
    });
  });

  describe('hidden', () => {
    it('what does not exist is 404, whatever its id looks like', async () => {
      for (const id of ['tpl_00000000000000000000000000000000', 'x', '..%2Fclients', "tpl_'--"]) {
        assertError(await send(url(`/${id}`), { token }), 404, 'query_template_not_found');
      }
    });
  });
});
