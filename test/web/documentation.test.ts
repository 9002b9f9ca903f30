import assert from 'node:assert/strict';
import { it } from 'node:test';
import Fastify from 'fastify';
import type { App } from '../../src/web/app.ts';
import { addDocumentation } from '../../src/web/documentation.ts';
import { ErrorSchema } from '../../src/web/schemas.ts';

it('the OpenAPI document is made once, however often it is read', async (t) => {
  const app = Fastify() as unknown as App;
  t.after(() => app.close());
  app.addSchema(ErrorSchema);
  await addDocumentation(app, { baseUrl: 'https://confere.example', eventTypes: [] });
  await app.ready();
  let made = 0;
  const { swagger } = app;
  Object.assign(app, {
    swagger: () => {
      made += 1;
      return swagger();
    },
  });
  const texts: string[] = [];
  for (const url of ['/openapi.json', '/openapi.json', '/openapi.json']) {
    const answer = await app.inject({ url });
    assert.equal(answer.statusCode, 200);
    assert.match(String(answer.headers['content-type']), /^application\/json/);
    texts.push(answer.body);
  }
  assert.equal(made, 1);
  assert.equal(new Set(texts).size, 1);
  assert.equal(JSON.parse(texts[0]!).openapi, '3.1.0');
});
