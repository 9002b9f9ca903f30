import assert from 'node:assert/strict';
import { it } from 'node:test';
import { generateCpf } from '../../../src/platform/documents.ts';
import type { Source } from '../../../src/profiles/index.ts';
import { describeDatabases } from '../../support/database.ts';
import { send } from '../../support/http.ts';
import { shareService } from '../../support/service.ts';
import { createStandInEngine } from '../../support/service-engine.ts';
import { createScriptedSource, found } from '../scripted-sources.ts';

describeDatabases('trying a query template', (kind) => {
  const bureau = createScriptedSource('bureau', 'person');
  const list: Source = {
    ...createScriptedSource('list', 'person'),
    hitsOf: () => [],
    consult: async (_, { attributes }) => ({
      outcome: 'found',
      data: { isListed: attributes.name === 'Omar' },
    }),
  };
  const service = shareService(kind, { engine: createStandInEngine(), sources: [bureau, list] });

  const post = async (path: string, json: object) =>
    send(`${service().url}${path}`, { method: 'POST', token: await service().token('customer'), json });
  const dryRun = (json: object) => post('/v1/query-templates/dry-run', json);
  const definition = {
    subject: 'person',
    sources: [{ name: 'bureau', isRequired: false }],
    rules: [{ name: 'adult', when: 'attributes.age >= 18', status: 'APPROVED' }],
    otherwise: 'REPROVED',
  };
  const callsOf = (cpf: string) => bureau.calls.get(cpf) ?? 0;
  /** Neither an execution nor a person came of it. */
  const assertNothingWritten = async (cpf: string) => {
    const token = await service().token('customer');
    const executions = await send(`${service().url}/v1/executions?subject=${cpf}`, { token });
    assert.deepEqual(executions.body.items, []);
    assert.equal((await send(`${service().url}/v1/people/${cpf}`, { token })).status, 404);
  };

  it('decides by a draft, writes nothing, and calls no provider', async () => {
    const cpf = generateCpf();
    const { status, body, text } = await dryRun({ definition, cpf, attributes: { age: 20 } });
    assert.equal(status, 200, text);
    assert.deepEqual([body.status, body.decidedBy], ['APPROVED', ['adult']]);
    assert.deepEqual(body.sources, [
      { name: 'bureau', outcome: 'unavailable', reason: 'source_not_asked', isReused: false },
    ]);
    assert.deepEqual([body.templateId, body.profileId], [undefined, undefined]);
    assert.equal(callsOf(cpf), 0);
    await assertNothingWritten(cpf);
  });

  it('reads a list by the attributes of the trial: it is our own, and costs no call', async () => {
    const cpf = generateCpf();
    const rules = [{ name: 'listed', when: 'sources.list.data.isListed', status: 'REPROVED' }];
    const listed = { subject: 'person', sources: [{ name: 'list' }], rules, otherwise: 'PENDING' };
    for (const [name, status] of [
      ['Omar', 'REPROVED'],
      ['Ana', 'PENDING'],
    ] as const) {
      const { body, text } = await dryRun({ definition: listed, cpf, attributes: { name } });
      assert.equal(body.status, status, text);
    }
  });

  it('asks providers when it is told to, still writing nothing', async () => {
    const cpf = generateCpf();
    bureau.answer(cpf, found({ name: 'Ana' }));
    const { body } = await dryRun({ definition, cpf, isAskingProviders: true });
    assert.equal(body.sources[0].outcome, 'found');
    assert.equal(callsOf(cpf), 1);
    await assertNothingWritten(cpf);
  });

  it('takes what a provider answered to an earlier execution, and the version that is named', async () => {
    const cpf = generateCpf();
    bureau.answer(cpf, found({ name: 'Ana' }));
    const { id } = (await post('/v1/query-templates', definition)).body;
    const run = await post('/v1/executions', { templateId: id, cpf });
    for (let state = 'PROCESSING'; state === 'PROCESSING'; ) {
      const path = `/v1/executions/${run.body.executionId}`;
      const token = await service().token('customer');
      state = (await send(`${service().url}${path}`, { token })).body.status;
    }
    const asked = callsOf(cpf);
    const changed = await send(`${service().url}/v1/query-templates/${id}`, {
      method: 'PUT',
      token: await service().token('customer'),
      json: { ...definition, otherwise: 'PENDING' },
    });
    assert.equal(changed.body.version, 2);
    const now = (await dryRun({ templateId: id, cpf, attributes: { age: 10 } })).body;
    assert.deepEqual([now.status, now.version, now.profileId], ['PENDING', 2, run.body.profileId]);
    assert.deepEqual(now.sources, [{ name: 'bureau', outcome: 'found', isReused: true }]);
    const first = (await dryRun({ templateId: id, version: 1, cpf, attributes: { age: 10 } })).body;
    assert.deepEqual([first.status, first.version], ['REPROVED', 1]);
    assert.equal(callsOf(cpf), asked);
    assert.equal((await dryRun({ templateId: id, version: 3, cpf })).status, 404);
    const token = await service().token('customer');
    const { items } = (await send(`${service().url}/v1/query-templates/${id}/versions`, { token })).body;
    assert.deepEqual(
      items.map((it: { version: number; definition: { otherwise: string } }) => [
        it.version,
        it.definition.otherwise,
      ]),
      [
        [2, 'PENDING'],
        [1, 'REPROVED'],
      ],
    );
  });

  it('refuses what is neither a template nor a draft, and a draft that could not be saved', async () => {
    const cpf = generateCpf();
    for (const body of [
      { cpf },
      { cpf, templateId: 'tpl_default_person', definition },
      { cpf, version: 1, definition },
    ]) {
      assert.equal((await dryRun(body)).body.code, 'request_invalid');
    }
    const broken = { ...definition, rules: [{ name: 'x', when: 'nothing here', status: 'APPROVED' }] };
    const refused = (await dryRun({ cpf, definition: broken })).body;
    assert.equal(refused.code, 'request_invalid');
    for (const { path } of refused.errors) assert.match(path, /^body\/definition\//);
    const wrong = await dryRun({ cpf, templateId: 'tpl_default_company' });
    assert.equal(wrong.body.code, 'query_template_subject_wrong');
  });
});
