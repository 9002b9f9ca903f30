import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { encodeCursor } from '../../../src/platform/cursors.ts';
import { generateCnpj, generateCpf } from '../../../src/platform/documents.ts';
import { describeDatabases } from '../../support/database.ts';
import { type Answer, assertError, assertRequestId, send } from '../../support/http.ts';
import { shareService } from '../../support/service.ts';
import { createStandInEngine } from '../../support/service-engine.ts';
import { createScriptedSource, found, unavailable } from '../scripted-sources.ts';

/** So many lists within each other. */
const nest = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);

describeDatabases('executions', (kind) => {
  const civil = createScriptedSource('civil', 'person');
  const service = shareService(kind, {
    engine: createStandInEngine(),
    sources: [civil],
    constants: { executions: { retryDelayMs: 100, maxWaitSeconds: 20 } },
    executionLimits: {
      maxRetryDelayMs: 500,
      sourcePolicy: { retries: 2, retryDelayMs: 5, breakerFailures: 1_000, breakerPauseMs: 10_000 },
    },
  });
  let token: string;
  let templateId: string;

  before(async () => {
    token = await service().token('customer');
    const template = await send(`${service().url}/v1/query-templates`, {
      method: 'POST',
      token,
      json: {
        name: 'People',
        subject: 'person',
        sources: [{ name: 'civil' }],
        rules: [
          { name: 'differs', when: 'checks.exists(c, checks[c].verdict == "mismatch")', status: 'REPROVED' },
          { name: 'known', when: 'has(basicData.name)', status: 'APPROVED' },
        ],
      },
    });
    templateId = template.body.id;
  });

  const url = (path = '') => `${service().url}/v1/executions${path}`;
  const start = (json: object, headers: Record<string, string> = {}, as: string | undefined = token) =>
    send(url(), { method: 'POST', token: as, json: { templateId, ...json }, headers });
  const waiting = { prefer: 'wait=20' };
  const get = (id: string): Promise<Answer> => send(url(`/${id}`), { token });

  describe('success', () => {
    it('one is accepted at once, and ends by itself', async () => {
      const cpf = generateCpf();
      civil.answer(cpf, found({ name: 'Ana Lima' }));
      const accepted = await start({ cpf });
      assert.equal(accepted.status, 202);
      assertRequestId(accepted);
      const id = accepted.body.executionId;
      assert.match(id, /^exe_[0-9a-f]{32}$/);
      assert.equal(accepted.headers.get('location'), url(`/${id}`));
      assert.equal(accepted.headers.get('preference-applied'), null);
      for (;;) {
        const { body } = await get(id);
        if (body.completedAt !== undefined) {
          assert.equal(body.status, 'APPROVED');
          break;
        }
        assert.equal(body.status, 'PROCESSING');
      }
    });

    it('with Prefer: wait it is answered when it has ended, with everything that led to it', async () => {
      const cpf = generateCpf();
      civil.answer(cpf, found({ name: 'Ana Lima', birthDate: '01/02/1990' }));
      const answer = await start(
        {
          cpf,
          attributes: { name: 'LIMA ANA', birthDate: '1990-02-01', motherName: 'Rosa' },
          metadata: { ticket: 12, tags: ['a'] },
          referenceId: 'our-1',
        },
        waiting,
      );
      assert.equal(answer.status, 201);
      assert.equal(answer.headers.get('preference-applied'), 'wait=20');
      const { body } = answer;
      assert.deepEqual(body.attributes, {
        name: { verdict: 'match', similarity: 1, source: 'civil' },
        birthDate: { verdict: 'match', similarity: 1, source: 'civil' },
        motherName: { verdict: 'unknown' },
      });
      assert.deepEqual(body.decision, {
        status: 'APPROVED',
        decidedBy: ['known'],
        rules: [
          { name: 'differs', status: 'REPROVED', outcome: 'not_matched' },
          {
            name: 'known',
            status: 'APPROVED',
            outcome: 'matched',
            values: { 'basicData.name': '"Ana Lima"' },
          },
        ],
      });
      assert.deepEqual(body.metadata, { ticket: 12, tags: ['a'] });
      assert.equal(body.referenceId, 'our-1');
      assert.equal(body.executionOrigin, 'API');
      assert.equal(body.sources.civil.outcome, 'found');
      assert.match(body.sources.civil.lastConsultation.date, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      const read = await get(body.executionId);
      assert.deepEqual({ ...read.body, requestId: '' }, { ...body, requestId: '' });
      const person = await send(`${service().url}/v1/people/${cpf}`, { token });
      assert.equal(person.body.status, 'APPROVED');
      assert.equal(person.body.id, body.profileId);
      assert.deepEqual(person.body.executions, [
        {
          executionId: body.executionId,
          executionOrigin: 'API',
          lastUpdate: body.lastUpdate,
          metadata: { ticket: 12, tags: ['a'] },
        },
      ]);
    });

    it('a rule on an attribute that was not sent leaves it PENDING, and names the attribute', async () => {
      const cpf = generateCpf();
      civil.answer(cpf, found({ name: 'Ana Lima' }));
      const rules = [
        { name: 'poor', when: 'attributes.income < 1000', status: 'REPROVED' },
        { name: 'differs', when: 'checks.exists(c, checks[c].verdict == "mismatch")', status: 'REPROVED' },
        { name: 'known', when: 'has(basicData.name)', status: 'APPROVED' },
      ];
      const template = await send(`${service().url}/v1/query-templates`, {
        method: 'POST',
        token,
        json: { subject: 'person', sources: [{ name: 'civil' }], rules },
      });
      const asked = { cpf, templateId: template.body.id };
      const without = (await start({ ...asked, attributes: { name: 'Ana Lima' } }, waiting)).body;
      assert.deepEqual([without.status, without.reason], ['PENDING', 'attribute_missing:income']);
      assert.notEqual(without.completedAt, undefined);
      assert.deepEqual(
        without.decision.rules.map((it: { outcome: string }) => it.outcome),
        ['unknown', 'not_matched', 'matched'],
      );
      const sent = (await start({ ...asked, attributes: { income: 5000 } }, waiting)).body;
      assert.deepEqual([sent.status, sent.reason], ['APPROVED', undefined]);
    });

    it('a source that is down leaves it PENDING with the reason, and later it ends', async () => {
      const cpf = generateCpf();
      let isDown = true;
      civil.answer(cpf, () => (isDown ? unavailable : found({ name: 'Ana Lima' })));
      const { executionId } = (await start({ cpf }, { prefer: 'wait=1' })).body;
      let pending = (await get(executionId)).body;
      while (pending.status === 'PROCESSING') pending = (await get(executionId)).body;
      assert.equal(pending.status, 'PENDING');
      assert.equal(pending.reason, 'source_unavailable:civil');
      assert.deepEqual(
        [pending.sources.civil.outcome, pending.sources.civil.reason],
        ['unavailable', 'provider_down'],
      );
      isDown = false;
      const ended = await start({ cpf }, waiting);
      assert.equal(ended.body.status, 'APPROVED');
      for (;;) {
        const { body } = await get(executionId);
        if (body.completedAt !== undefined) {
          assert.equal(body.status, 'APPROVED');
          assert.equal(body.reason, undefined);
          break;
        }
      }
    });

    it('the wait is bounded, and one that is not understood is ignored', async () => {
      const cpf = generateCpf();
      civil.answer(cpf, found({ name: 'Ana Lima' }));
      assert.equal(
        (await start({ cpf }, { prefer: 'wait=86400' })).headers.get('preference-applied'),
        'wait=20',
      );
      for (const prefer of ['wait', 'wait=soon', 'wait=-1', 'return=minimal']) {
        const answer = await start({ cpf }, { prefer });
        assert.equal(answer.status, 202, prefer);
        assert.equal(answer.headers.get('preference-applied'), null, prefer);
      }
      const combined = await start({ cpf }, { prefer: 'respond-async, WAIT="20"; x=1' });
      assert.equal(combined.headers.get('preference-applied'), 'wait=20');
    });

    it('the same Idempotency-Key and body is the same execution, another body is refused', async () => {
      const cpf = generateCpf();
      const headers = { 'idempotency-key': `key-${kind}` };
      const first = await start({ cpf, metadata: { a: 1, b: 2 } }, headers);
      const second = await start({ metadata: { b: 2, a: 1 }, cpf }, headers);
      assert.equal(second.body.executionId, first.body.executionId);
      assert.equal(second.headers.get('idempotency-replayed'), 'true');
      assertError(await start({ cpf, metadata: { a: 1 } }, headers), 409, 'idempotency_key_reused');
      const other = await service().fetchToken(await service().createClient('customer'));
      assert.notEqual((await start({ cpf }, headers, other)).body.executionId, first.body.executionId);
    });

    it('the list gives those of a subject or of a status, newest first, page by page', async () => {
      const cpf = generateCpf();
      civil.answer(cpf, found({ name: 'Ana Lima' }));
      const ids: string[] = [];
      for (const attributes of [{}, { name: 'Carlos Prado' }, {}]) {
        ids.unshift((await start({ cpf, attributes }, waiting)).body.executionId);
      }
      const idsOf = (answer: Answer) =>
        answer.body.items.map((it: { executionId: string }) => it.executionId);
      const bySubject = await send(url(`?subject=${cpf}`), { token });
      assert.deepEqual(idsOf(bySubject), ids);
      const { profileId } = bySubject.body.items[0];
      assert.deepEqual(idsOf(await send(url(`?subject=${profileId}`), { token })), ids);
      assert.deepEqual(idsOf(await send(url(`?subject=${cpf}&status=REPROVED`), { token })), [ids[1]]);
      const first = await send(url(`?subject=${cpf}&limit=2`), { token });
      const rest = await send(url(`?subject=${cpf}&limit=2&cursor=${first.body.nextCursor}`), { token });
      assert.deepEqual([...idsOf(first), ...idsOf(rest)], ids);
      assert.equal(rest.body.nextCursor, undefined);
      assert.deepEqual(idsOf(await send(url(`?subject=${generateCpf()}`), { token })), []);
      assert.deepEqual(idsOf(await send(url(`?subject=${generateCnpj()}`), { token })), []);
    });
  });

  describe('invalid', () => {
    const cpf = generateCpf();
    const cases: [string, object, string][] = [
      ['neither cpf nor cnpj', {}, 'body'],
      ['both', { cpf, cnpj: generateCnpj() }, 'body'],
      ['a CPF that is none', { cpf: '11111111111' }, 'body/cpf'],
      ['a CPF with its mask', { cpf: '123.456.789-09' }, 'body/cpf'],
      ['a CNPJ that is none', { cnpj: '00000000000000' }, 'body/cnpj'],
      ['attributes that are no object', { cpf, attributes: [] }, 'body/attributes'],
      ['attributes beyond their size', { cpf, attributes: { name: 'x'.repeat(17_000) } }, 'body/attributes'],
      ['attributes too deep', { cpf, attributes: { a: nest(33) } }, 'body/attributes'],
      ['metadata far too deep', { cpf, metadata: { a: nest(900) } }, 'body/metadata'],
      ['metadata that is no object', { cpf, metadata: 'x' }, 'body/metadata'],
      ['an empty reference', { cpf, referenceId: '' }, 'body/referenceId'],
      ['a template that is no text', { cpf, templateId: 5 }, 'body/templateId'],
    ];
    for (const [name, json, path] of cases) {
      it(`${name}: refused at the field, without the value`, async () => {
        const answer = await start(json);
        assertError(answer, 400, 'request_invalid');
        assert.deepEqual(
          answer.body.errors.map((it: { path: string }) => it.path),
          [path],
        );
        assert.ok(!answer.text.includes('11111111111'));
      });
    }

    it('a CNPJ in lower case letters: refused with the form that it needs', async () => {
      const answer = await start({ cnpj: '12abc34501de35' });
      assertError(answer, 400, 'request_invalid');
      assert.deepEqual(answer.body.errors, [
        {
          path: 'body/cnpj',
          message: 'must be a CNPJ: fourteen digits or upper case letters with valid check digits',
        },
      ]);
    });

    for (const member of ['attributes', 'metadata']) {
      it(`a number in ${member} that would be kept as null or as another number: refused`, async () => {
        const startWith = async (number: string) => {
          const body = `{"cpf":"${cpf}","templateId":"${templateId}","${member}":{"a":[{"b":${number}}]}}`;
          const headers = { 'content-type': 'application/json' };
          return await send(url(), { method: 'POST', token, headers, body });
        };
        for (const number of ['-1e400', '1234567890123456789', '-9007199254740993']) {
          const answer = await startWith(number);
          assertError(answer, 400, 'request_invalid');
          assert.equal(answer.body.errors[0].path, `body/${member}`);
        }
        assert.equal((await startWith(`${Number.MAX_SAFE_INTEGER}`)).status, 202);
      });
    }

    for (const [attribute, value, form] of [
      ['birthDate', '15/7/1994', /DD\/MM\/YYYY or YYYY-MM-DD/],
      ['birthDate', '1994/07/15', /DD\/MM\/YYYY or YYYY-MM-DD/],
      ['birthDate', 19940715, /DD\/MM\/YYYY or YYYY-MM-DD/],
      ['birthDate', '99/99/9999', /DD\/MM\/YYYY or YYYY-MM-DD/],
      ['motherName', '', /a text of 1 to 300 characters/],
      ['name', null, /a text of 1 to 300 characters/],
      ['rg', ['x'], /a text of 1 to 300 characters/],
    ] as const) {
      it(`attributes.${attribute} as ${JSON.stringify(value)}: refused with the form expected`, async () => {
        const answer = await start({ cpf, attributes: { [attribute]: value } });
        assertError(answer, 400, 'request_invalid');
        const [problem, ...others] = answer.body.errors;
        assert.equal(problem.path, `body/attributes/${attribute}`);
        assert.match(problem.message, form);
        assert.deepEqual(others, []);
      });
    }

    it('a template must be named', async () => {
      assertError(await send(url(), { method: 'POST', token, json: { cpf } }), 400, 'request_invalid');
    });

    it('a template about the other subject is refused', async () => {
      assertError(await start({ cnpj: generateCnpj() }), 400, 'query_template_subject_wrong');
    });

    it('a subject, status, cursor or limit that is none is refused', async () => {
      for (const query of ['subject=x', 'subject=', 'status=DONE', 'limit=0', 'limit=201']) {
        assertError(await send(url(`?${query}`), { token }), 400, 'request_invalid');
      }
      const ofTemplates = encodeCursor('tpl_default_person');
      for (const cursor of ['x', ofTemplates]) {
        assertError(await send(url(`?cursor=${cursor}`), { token }), 400, 'cursor_invalid');
      }
    });
  });

  describe('auth', () => {
    it('nobody without a token, with another product or without the scope gets through', async () => {
      const mobile = await service().token('mobile');
      const reader = await service().fetchToken(await service().createClient('customer', ['people:read']));
      const cpf = generateCpf();
      for (const [path, method] of [
        ['', 'GET'],
        ['', 'POST'],
        ['/exe_1', 'GET'],
      ] as const) {
        const json = method === 'POST' ? { templateId, cpf } : undefined;
        assertError(await send(url(path), { method, json }), 401, 'authorization_missing');
        assert.equal((await send(url(path), { method, json, token: mobile })).status, 401);
        assertError(await send(url(path), { method, json, token: reader }), 403, 'scope_forbidden');
      }
    });
  });

  describe('hidden', () => {
    it('what does not exist is 404', async () => {
      for (const id of ['exe_00000000000000000000000000000000', 'x', 'tpl_default_person']) {
        assertError(await get(id), 404, 'execution_not_found');
      }
      assertError(
        await start({ cpf: generateCpf(), templateId: 'tpl_none' }),
        404,
        'query_template_not_found',
      );
    });

    it('no CPF or name is in the log', async () => {
      const cpf = generateCpf();
      civil.answer(cpf, () => Promise.reject(new Error(`Zenobia ${cpf}`)));
      await start({ cpf, attributes: { name: 'Zenobia' } }, { prefer: 'wait=1' });
      await send(url(`?subject=${cpf}`), { token });
      while (!service().logged().includes('a source did not answer'))
        await send(url(`?subject=${cpf}`), { token });
      assert.ok(!service().logged().includes(cpf));
      assert.ok(!service().logged().includes('Zenobia'));
    });
  });
});
