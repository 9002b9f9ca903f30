import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { describe, it } from 'node:test';
import ajvCompiler from '@fastify/ajv-compiler';
import jsonCompiler from '@fastify/fast-json-stringify-compiler';
import Fastify, { type FastifyInstance, type RouteOptions } from 'fastify';
import { compileWhenUsed } from '../../src/web/compile-when-used.ts';
import { startTestService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';

/** The schemas of a route's requests and answers, each with the part it is of. */
function listSchemas({
  schema = {},
}: RouteOptions): readonly { readonly part: string; readonly schema: object }[] {
  const { body, querystring, params, headers, response = {} } = schema as Record<string, object | undefined>;
  const contents = (part: string, one: object) =>
    'content' in one
      ? Object.values(one.content as Record<string, { schema: object }>).map((it) => ({
          part,
          schema: it.schema,
        }))
      : [{ part, schema: one }];
  return [
    ...Object.entries({ body, querystring, params, headers }).flatMap(([part, one]) =>
      one === undefined ? [] : contents(part, one),
    ),
    ...Object.values(response).flatMap((one) => contents('response', one)),
  ];
}

describe('compileWhenUsed', () => {
  it('validates and serializes as Fastify does, and compiles at the first request', async (t) => {
    const compiled: string[] = [];
    const { buildValidator, buildSerializer } = compileWhenUsed();
    const app = Fastify({ schemaController: { compilersFactory: { buildValidator, buildSerializer } } });
    t.after(() => app.close());
    app.post('/numbers', {
      schema: {
        body: { type: 'object', required: ['n'], properties: { n: { type: 'integer', maximum: 9 } } },
        response: { 200: { type: 'object', properties: { n: { type: 'integer' } } } },
      },
      handler: async (request) => ({ n: (request.body as { n: number }).n, secret: 'not in the schema' }),
    });
    app.get('/broken', {
      schema: { params: { type: 'nothing' } },
      handler: async () => compiled.push('never'),
    });
    await app.ready();
    const post = (payload: object) => app.inject({ method: 'POST', url: '/numbers', payload });
    assert.equal((await post({ n: 1 })).body, '{"n":1}');
    const refused = await post({ n: 10 });
    assert.equal(refused.statusCode, 400);
    assert.match(refused.json().message, /body\/n must be <= 9/);
    assert.equal((await post({ n: 2 })).body, '{"n":2}');
    assert.equal((await app.inject('/broken')).statusCode, 500);
    assert.deepEqual(compiled, []);
  });

  it('finds schemas that all compile, with names of headers in lower case', async (t) => {
    const servers: { readonly app: FastifyInstance; readonly routes: RouteOptions[] }[] = [];
    const watch = (message: unknown) => {
      const { fastify: app } = message as { readonly fastify: FastifyInstance };
      const routes: RouteOptions[] = [];
      servers.push({ app, routes });
      app.addHook('onRoute', (route) => void routes.push(route));
    };
    subscribe('fastify.initialization', watch);
    t.after(() => unsubscribe('fastify.initialization', watch));
    await startTestService(t, 'embedded', { engine: createStandInEngine(), env: { SANDBOX: 'on' } });
    const { app, routes } = servers[0]!;
    assert.ok(routes.length > 100, `${routes.length} routes`);
    const shared = app.getSchemas();
    const validator = ajvCompiler()(shared as never, {
      customOptions: {},
    });
    const serializer = jsonCompiler()(shared, {});
    let count = 0;
    for (const route of routes) {
      for (const { part, schema } of listSchemas(route)) {
        const about = { schema, method: String(route.method), url: route.url };
        const compile = () =>
          part === 'response' ? serializer(about as never) : validator({ ...about, httpPart: part } as never);
        assert.equal(typeof compile(), 'function', `${route.url} ${part}`);
        if (part === 'headers') {
          const names = Object.keys((schema as { readonly properties: object }).properties);
          assert.deepEqual(
            names,
            names.map((name) => name.toLowerCase()),
            route.url,
          );
        }
        count += 1;
      }
    }
    assert.ok(count > 500, `${count} schemas`);
  });
});
