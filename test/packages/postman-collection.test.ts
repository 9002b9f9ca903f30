import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { inlineShared } from '../../docs/reference/inline-shared.ts';
import { type OpenApi, renderPostmanCollection } from '../../docs/reference/render-postman.ts';
import { shareService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';

type Pair = { readonly key: string; readonly value: string; readonly disabled?: boolean };
type Item = {
  readonly id: string;
  readonly name: string;
  readonly request: {
    readonly method: string;
    readonly auth?: { readonly type: string };
    readonly header: readonly Pair[];
    readonly url: {
      readonly raw: string;
      readonly path: readonly string[];
      readonly variable?: readonly Pair[];
    };
    readonly body?: { readonly mode: string; readonly raw?: string; readonly urlencoded?: readonly Pair[] };
  };
};
type Collection = { readonly item: readonly { readonly name: string; readonly item: readonly Item[] }[] };

const reference = new URL('../../docs/reference/', import.meta.url);
const read = async (name: string) => JSON.parse(await readFile(new URL(name, reference), 'utf8'));
const document = inlineShared(await read('openapi.json')) as unknown as OpenApi;
const collection = (await read('postman-collection.json')) as Collection;
const items = collection.item.flatMap(({ item }) => item);
const find = (id: string) => items.find((item) => item.id === id)!;

describe('the Postman collection', () => {
  it('is made of the OpenAPI document', () => {
    assert.deepEqual(collection, JSON.parse(JSON.stringify(renderPostmanCollection(document))));
  });

  it('has every operation once, with its method, path and variables', () => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => `${operationId} ${method} ${path}`),
    );
    const made = items.map(({ id, request: { method, url } }) => {
      const names = url.path.filter((segment) => segment.startsWith(':')).map((segment) => segment.slice(1));
      assert.deepEqual((url.variable ?? []).map(({ key }) => key).sort(), [...names].sort(), id);
      for (const { key, value } of url.variable ?? []) assert.notEqual(value, '', `${id} ${key}`);
      const path = url.path.map((segment) => segment.replace(/^:(.+)$/, '{$1}')).join('/');
      assert.equal(url.raw, `{{baseUrl}}/${url.path.join('/')}`);
      return `${id} ${method.toLowerCase()} /${path}`;
    });
    assert.deepEqual(made.sort(), operations.sort());
  });

  it('has bodies that parse, and uses no variable that it does not define', async () => {
    for (const { id, request } of items) {
      if (request.body?.mode === 'raw') assert.doesNotThrow(() => JSON.parse(request.body!.raw!), id);
    }
    const text = await readFile(new URL('postman-collection.json', reference), 'utf8');
    const defined = (JSON.parse(text) as { variable: readonly Pair[] }).variable.map(({ key }) => key);
    for (const [, name] of text.matchAll(/\{\{(\w+)\}\}/g)) assert.ok(defined.includes(name!), name);
  });

  describe('against a service', () => {
    const service = shareService('embedded', { engine: createStandInEngine() });

    /** Sends a request as the programs do that read the format. */
    async function run(item: Item, values: Readonly<Record<string, string>>): Promise<Response> {
      const fill = (text: string) => text.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => values[name] ?? '');
      const { method, url, header, body, auth } = item.request;
      const authorization =
        auth?.type === 'basic'
          ? `Basic ${Buffer.from(`${values.clientId}:${values.clientSecret}`).toString('base64')}`
          : `Bearer ${values.token}`;
      const form =
        body?.urlencoded &&
        new URLSearchParams(body.urlencoded.map(({ key, value }): [string, string] => [key, value]));
      return await fetch(fill(url.raw), {
        method,
        headers: {
          authorization,
          ...Object.fromEntries(header.filter((one) => !one.disabled).map(({ key, value }) => [key, value])),
        },
        ...(body === undefined ? {} : { body: form ?? body.raw! }),
      });
    }

    it('gets a token and sends requests with it', async () => {
      const { url: baseUrl, admin } = service();
      const issued = await run(find('issueToken'), { baseUrl, ...admin });
      assert.equal(issued.status, 200);
      const { access_token: token } = (await issued.json()) as { access_token: string };
      const values = { baseUrl, token };
      assert.equal((await run(find('listClients'), values)).status, 200);
      assert.equal((await run(find('createClient'), values)).status, 201);
      assert.equal((await run(find('createQueryTemplate'), values)).status, 201);
    });
  });
});
