import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, it } from 'node:test';
import { inlineShared, type Shared, writeInLines } from '../../docs/reference/inline-shared.ts';
import { scopes } from '../../src/platform/tokens/index.ts';
import { send } from '../support/http.ts';
import { shareService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';
import { documentedUrl } from '../support/service-openapi.ts';

type Operation = {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly { readonly in: string; readonly name: string; readonly required: boolean }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: object }>>;
};

type Content = Readonly<Record<string, { readonly schema: { readonly $ref?: string } }>>;

type Document = {
  readonly openapi: string;
  readonly info: { readonly contact: object };
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly examples: Readonly<Record<string, object>>;
    readonly securitySchemes: {
      readonly token: { readonly flows: { readonly clientCredentials: { readonly scopes: object } } };
    };
  };
};

describe('the OpenAPI document', () => {
  const service = shareService('embedded', {
    engine: createStandInEngine(),
    env: { BASE_URL: documentedUrl },
  });
  let served: unknown;
  let document: Document;
  let operations: { readonly path: string; readonly method: string; readonly operation: Operation }[];

  before(async () => {
    const answer = await send(`${service().url}/openapi.json`);
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get('content-type')!, /^application\/json/);
    served = answer.body;
    document = inlineShared(answer.body) as unknown as Document;
    operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    );
  });

  it('is the one of docs/reference; node docs/reference/render-openapi.ts writes it anew', async () => {
    const written = await readFile(new URL('../../docs/reference/openapi.json', import.meta.url), 'utf8');
    assert.equal(written, writeInLines(served as Shared));
    assert.ok(written.length <= 400_000, `${written.length} bytes`);
  });

  it('is version 3.1 without keywords of 3.0', () => {
    assert.equal(document.openapi, '3.1.0');
    assert.doesNotMatch(
      JSON.stringify(document),
      /"nullable"|"Default Response"|"exclusiveMinimum":(true|false)/,
    );
  });

  it('every operation has a name of its own, a known tag, a summary and described answers', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    assert.equal(new Set(ids).size, ids.length);
    const tags = new Set(document.tags.map(({ name }) => name));
    for (const { operation } of operations) {
      assert.ok(operation.summary, operation.operationId);
      assert.ok(operation.tags.length === 1 && tags.has(operation.tags[0]!), operation.operationId);
      for (const response of Object.values(operation.responses)) {
        assert.ok(response.description, operation.operationId);
      }
      const statuses = Object.keys(operation.responses);
      assert.ok(statuses.some((status) => /^[23]/.test(status)));
    }
  });

  it('every parameter of a path is declared, and every declared one is in the path', () => {
    for (const { path, operation } of operations) {
      const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name!);
      const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
      assert.deepEqual(declared.map(({ name }) => name).sort(), inPath.sort(), operation.operationId);
      assert.ok(declared.every(({ required }) => required));
    }
  });

  it('every reference leads somewhere', () => {
    const references = [...JSON.stringify(served).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref!);
    assert.ok(references.length > 0);
    for (const reference of new Set(references)) {
      const [, kind = '', name = ''] = /^#\/components\/(\w+)\/([\w.-]+)$/.exec(reference) ?? [];
      assert.ok(name in ((served as Shared).components[kind] ?? {}), reference);
    }
  });

  it('what takes a body says which, and what needs a token says with which scope', () => {
    const { scopes: documented } = document.components.securitySchemes.token.flows.clientCredentials;
    assert.deepEqual(Object.keys(documented), [...scopes]);
    for (const { method, operation } of operations) {
      const { operationId, tags } = operation;
      // Their address, or their session, says everything.
      const isBare = [
        'askForNewPasskey',
        'askForPasskey',
        'cancelExecution',
        'claimNextCase',
        'extendLivenessSession',
        'finishLivenessSession',
        'handOverLivenessSession',
        'replayWebhookDelivery',
        'resetAccount',
        'retryFailedJob',
        'rotateWebhookSecret',
        'runExecutionAgain',
        'stopImport',
        'testWebhookEndpoint',
        'verifyAudit',
      ].includes(operationId);
      const takesBody = ['post', 'put', 'patch'].includes(method) && !isBare;
      assert.equal(operation.requestBody !== undefined, takesBody, operation.operationId);
      for (const { schema } of Object.values(operation.requestBody?.content ?? {})) assert.ok(schema);
      const needed = operation.security?.flatMap(({ token }) => token ?? []) ?? [];
      const isSignIn = ['signIn', 'signInByPasskey', 'confirmSecondFactor', 'confirmInvitation', 'finishSso'];
      const needsSession = operation.security?.some(({ session }) => session !== undefined) ?? false;
      const takesSecret =
        needsSession ||
        [...isSignIn, 'issueToken'].includes(operationId) ||
        tags.includes('Liveness capture');
      assert.equal('401' in operation.responses, needed.length > 0 || takesSecret, operationId);
      for (const scope of needed) assert.ok(scope in documented, scope);
    }
  });

  it('an operation without a token says so, and each has a description and an answer to mistakes', () => {
    for (const { operation } of operations) {
      const { operationId, security, description, responses } = operation;
      assert.ok(security !== undefined, operationId);
      const isOpen = security.length === 0;
      const needsToken = security.some(({ token }) => token !== undefined);
      assert.equal(needsToken, 'x-products' in operation, operationId);
      assert.ok(description !== undefined && description.length > 20, operationId);
      assert.ok(
        Object.keys(responses).some((status) => status.startsWith('4')),
        operationId,
      );
      if (!isOpen) assert.ok('400' in responses, `${operationId}: unknown parameters are refused`);
    }
    assert.deepEqual(Object.keys(document.info.contact), ['name', 'url']);
  });

  it('what clients need types of has a name', () => {
    const { schemas } = document.components;
    for (const name of [
      ...['Attempt', 'AuditEvent', 'Client', 'Company', 'Error', 'Execution', 'FaceQuality', 'Person'],
      ...['QueryTemplate', 'QueryTemplateDefinition', 'Registry', 'AccessToken', 'TokenError'],
    ]) {
      assert.ok(name in schemas, name);
    }
    const answers = operations.flatMap(({ operation }) =>
      Object.entries(operation.responses)
        .filter(([status]) => status === '200')
        .map(([, { content }]) => ({ id: operation.operationId, content: content as Content | undefined })),
    );
    const referred = (id: string) =>
      answers.find((answer) => answer.id === id)!.content!['application/json']!.schema.$ref;
    assert.equal(referred('getPerson'), '#/components/schemas/Person');
    assert.equal(referred('getCompany'), '#/components/schemas/Company');
    assert.equal(referred('getExecution'), '#/components/schemas/Execution');
    assert.equal(referred('getRegistry'), '#/components/schemas/Registry');
    const withoutExamples = JSON.stringify(document.paths, (key, value) =>
      key === 'example' ? undefined : value,
    );
    assert.doesNotMatch(withoutExamples, /"title":"/, 'a name is left inside');
  });

  it('its webhooks are the types of the catalogue, with the schemas of their data', async () => {
    const token = await service().fetchToken(await service().createClient('customer', ['events:read']));
    const headers = { authorization: `Bearer ${token}` };
    const { body } = await send(`${service().url}/v1/event-types`, { headers });
    const types = body.items as readonly { readonly name: string; readonly schema: object }[];
    assert.ok(types.length > 0);
    assert.deepEqual(
      Object.keys(document.webhooks),
      types.map(({ name }) => name),
    );
    for (const { name, schema } of types) {
      const content = document.webhooks[name]!.post.requestBody!.content as Content;
      const { $ref } = content['application/json']!.schema;
      const named = document.components.schemas[$ref!.split('/').at(-1)!] as {
        readonly properties: { readonly data: object };
      };
      assert.deepEqual(named.properties.data, schema);
    }
  });

  it('the deprecated operation is marked', () => {
    assert.deepEqual(
      operations.filter(({ operation }) => 'deprecated' in operation).map(({ path }) => path),
      ['/faces/authenticate'],
    );
  });

  it('every row of the contract is documented', () => {
    const rows: [string, string, string[]][] = [
      ['/faces/authenticate', 'post', ['200', '400', '401', '404', '405', '500']],
      ['/faces/authenticate/{attemptId}', 'get', ['200', '401', '404', '500']],
    ];
    for (const [path, method, statuses] of rows) {
      const { responses } = document.paths[path]![method]!;
      for (const status of statuses) assert.ok(status in responses, `${method} ${path} ${status}`);
    }
  });
});
