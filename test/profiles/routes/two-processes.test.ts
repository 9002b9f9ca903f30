import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { generateCpf } from '../../../src/platform/documents.ts';
import { createTestDatabase, environmentOf, testDatabaseKinds } from '../../support/database.ts';
import { send } from '../../support/http.ts';
import { spawnServe } from '../../support/service-process.ts';
import { createClientOver, fetchToken } from '../../support/tokens.ts';

const reason = testDatabaseKinds().includes('postgres')
  ? false
  : 'the embedded database belongs to one process; CONFERE_TEST_DATABASE_URL is not set';

describe('two server processes on one PostgreSQL', { skip: reason }, () => {
  it('share templates, executions, idempotency keys and profiles, and run each execution once', async (t) => {
    const place = await createTestDatabase(t, 'postgres');
    const env = {
      ...environmentOf(place),
      BASE_URL: 'http://confere.test',
      RATE_LIMIT_PER_MINUTE: '100000',
    };
    const first = await spawnServe(t, env);
    const second = await spawnServe(t, env);
    const client = await createClientOver(first.url, first.admin!, {
      product: 'customer',
      scopes: ['executions:write', 'templates:write', 'people:read'],
    });
    const token = await fetchToken(first.url, client);
    const template = await send(`${first.url}/v1/query-templates`, {
      method: 'POST',
      token,
      json: {
        name: 'Adults',
        subject: 'person',
        sources: [],
        rules: [{ name: 'adult', when: 'attributes.age >= 18', status: 'APPROVED' }],
        otherwise: 'REPROVED',
      },
    });
    assert.equal(template.status, 201, template.text);

    const people = Array.from({ length: 20 }, (_, n) => ({ cpf: generateCpf(), age: 8 + n }));
    const ids = await Promise.all(
      people.map(async ({ cpf, age }, n) => {
        // The same request at both at once.
        const answers = await Promise.all(
          [first, second].map(({ url }) =>
            send(`${url}/v1/executions`, {
              method: 'POST',
              token,
              json: { templateId: template.body.id, cpf, attributes: { age } },
              headers: { 'idempotency-key': `key-${n}`, prefer: 'wait=30' },
            }),
          ),
        );
        const [one, other] = answers.map(({ body }) => body);
        assert.equal(one.executionId, other.executionId);
        assert.equal(one.status, age >= 18 ? 'APPROVED' : 'REPROVED');
        return one.executionId as string;
      }),
    );
    for (const [n, { cpf, age }] of people.entries()) {
      const answers = await Promise.all(
        [first, second].map(({ url }) => send(`${url}/v1/people/${cpf}`, { token })),
      );
      const [one, other] = answers.map(({ body }) => ({ ...body, requestId: '' }));
      assert.deepEqual(one, other);
      assert.equal(one.status, age >= 18 ? 'APPROVED' : 'REPROVED');
      assert.deepEqual(
        one.executions.map((it: { executionId: string }) => it.executionId),
        [ids[n]],
      );
    }
  });
});
