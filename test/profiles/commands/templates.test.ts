import assert from 'node:assert/strict';
import { it } from 'node:test';
import { generateCnpj, generateCpf } from '../../../src/platform/documents.ts';
import { createTestDatabase, describeDatabases, environmentOf } from '../../support/database.ts';
import { send } from '../../support/http.ts';
import { runConfere, spawnServe } from '../../support/service-process.ts';
import { createClientOver, fetchToken } from '../../support/tokens.ts';

describeDatabases('confere templates', (kind) => {
  it('lists and tries templates, with a server running and without, and records nothing', async (t) => {
    const place = await createTestDatabase(t, kind);
    const env = environmentOf(place);
    const served = await spawnServe(t, env);
    const client = await createClientOver(served.url, served.admin!, {
      product: 'customer',
      scopes: ['executions:write', 'templates:write'],
    });
    const token = await fetchToken(served.url, client);
    const template = await send(`${served.url}/v1/query-templates`, {
      method: 'POST',
      token,
      json: {
        name: 'Adults',
        subject: 'person',
        sources: [],
        rules: [
          { name: 'adult', when: 'attributes.age >= 18', status: 'APPROVED' },
          { name: 'face', when: 'face.lastMatch.isMatch', status: 'APPROVED' },
        ],
        otherwise: 'REPROVED',
      },
    });
    assert.equal(template.status, 201, template.text);
    const { id } = template.body;

    const cpf = generateCpf();
    const attributes = ['--attributes', '{"age":20}'];
    const tried = await runConfere(
      t,
      ['templates', 'test', id, '--subject', cpf, ...attributes, '--json'],
      env,
    );
    assert.equal(tried.status, 0, tried.stderr);
    const { decision, ...rest } = JSON.parse(tried.stdout);
    assert.deepEqual(decision, {
      status: 'APPROVED',
      decidedBy: ['adult'],
      rules: [
        { name: 'adult', status: 'APPROVED', outcome: 'matched', values: { 'attributes.age': '20' } },
        { name: 'face', status: 'APPROVED', outcome: 'not_matched', reason: 'absent_field' },
      ],
    });
    assert.deepEqual(rest, {
      templateId: id,
      templateVersion: 1,
      subject: 'person',
      sources: [],
      checks: {},
      basicData: {},
      partners: 0,
    });
    const listed = await send(`${served.url}/v1/executions?subject=${cpf}`, { token });
    assert.deepEqual(listed.body.items, []);

    const list = await runConfere(t, ['templates', 'list', '--json'], env);
    assert.deepEqual(
      JSON.parse(list.stdout).templates.map((it: { id: string }) => it.id),
      [id, 'tpl_default_company', 'tpl_default_person'],
    );
    served.child.kill('SIGTERM');
    await served.ended;

    const shown = await runConfere(t, ['templates', 'test', id, '--subject', cpf], env);
    assert.equal(shown.status, 0, shown.stderr);
    assert.match(shown.stdout, /^PENDING: attribute_missing:age/);
    assert.match(shown.stdout, /rule +adult: unknown \(APPROVED\), attribute_missing:age/);
    for (const args of [
      [id, '--subject', '123'],
      [id, '--subject', generateCnpj()],
      [id, '--subject', cpf, '--attributes', '[]'],
    ]) {
      const refused = await runConfere(t, ['templates', 'test', ...args], env);
      assert.notEqual(refused.status, 0, args.join(' '));
      assert.equal(refused.stdout, '');
      assert.ok(!refused.stderr.includes(cpf), 'the document is not repeated');
    }
  });
});
