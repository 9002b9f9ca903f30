import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { Compile } from 'typebox/schema';
import { listAnsweredCodes, loadCatalogues } from '../../docs/reference/error-reference.ts';
import { inlineShared } from '../../docs/reference/inline-shared.ts';
import { parseCnpj, parseCpf } from '../../src/platform/documents.ts';

type Schema = { readonly [keyword: string]: unknown };
type Example = { readonly $ref?: string; readonly value?: unknown };
type Media = {
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, Example>>;
};
type Content = Readonly<Record<string, Media>>;
type Operation = {
  readonly operationId: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly schema: Schema;
    readonly example?: unknown;
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
};
type Methods = Readonly<Record<string, Readonly<Record<string, Operation>>>>;
type Document = {
  readonly paths: Methods;
  readonly webhooks: Methods;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly examples: Readonly<Record<string, { readonly value: { code: string; status: number } }>>;
  };
};

const url = new URL('../../docs/reference/openapi.json', import.meta.url);
const document = inlineShared(JSON.parse(await readFile(url, 'utf8'))) as unknown as Document;
const operations = [document.paths, document.webhooks].flatMap((holder) =>
  Object.values(holder).flatMap((methods) => Object.values(methods)),
);

/** Every body of the document, with where it stands. */
function* bodiesOf({ operationId, requestBody, responses }: Operation): Generator<[string, Media]> {
  const holders = [['request', requestBody] as const, ...Object.entries(responses)];
  for (const [where, holder] of holders) {
    for (const [type, media] of Object.entries(holder?.content ?? {})) {
      yield [`${operationId} ${where} ${type}`, media];
    }
  }
}

const bodies = operations.flatMap((operation) => [...bodiesOf(operation)]);

function findingsOf(schema: Schema, value: unknown): string {
  const validator = Compile({ ...schema, components: document.components });
  if (validator.Check(value)) return '';
  const [, errors] = validator.Errors(value) as unknown as [
    boolean,
    { instancePath: string; message: string }[],
  ];
  return errors.map(({ instancePath, message }) => `${instancePath} ${message}`).join('; ');
}

describe('the examples of the OpenAPI document', () => {
  it('stand in every body that is text, in every parameter and in every answer of an error', () => {
    for (const [where, { example, examples = {} }] of bodies) {
      if (/ (image\/|multipart\/)/.test(where)) continue;
      assert.ok(example !== undefined || Object.keys(examples).length > 0, where);
    }
    for (const { operationId, parameters = [] } of operations) {
      for (const { name, example } of parameters)
        assert.notEqual(example, undefined, `${operationId} ${name}`);
    }
  });

  it('are of the schemas that they are examples of', () => {
    const wrong: string[] = [];
    for (const [where, { schema = {}, example, examples = {} }] of bodies) {
      const values = Object.values(examples).map((each) => {
        const name = each.$ref?.replace('#/components/examples/', '');
        return name === undefined ? each.value : document.components.examples[name]?.value;
      });
      for (const value of example === undefined ? values : [example, ...values]) {
        const findings = findingsOf(schema, value);
        if (findings !== '') wrong.push(`${where}: ${findings}`);
      }
    }
    for (const { operationId, parameters = [] } of operations) {
      for (const { name, schema, example } of parameters) {
        const findings = findingsOf(schema, example);
        if (findings !== '') wrong.push(`${operationId} ${name}: ${findings}`);
      }
    }
    assert.deepEqual(wrong, []);
  });

  it('of errors have the status that they stand under, and a code of the catalogue', async () => {
    const codes = listAnsweredCodes(await loadCatalogues());
    for (const { operationId, responses } of operations) {
      for (const [status, { content }] of Object.entries(responses)) {
        for (const { examples = {} } of Object.values(content ?? {})) {
          for (const code of Object.keys(examples)) {
            // An example that several answers share has the name of its schema.
            if (code in document.components.schemas) continue;
            const { value } = document.components.examples[code]!;
            assert.equal(String(value.status), status, `${operationId} ${code}`);
            assert.ok(codes.includes(code), code);
          }
        }
      }
    }
  });

  it('name no place in a request that has none', () => {
    const places = JSON.stringify(document).match(/"path":"(body|querystring|headers|params)\/[^"]*"/g) ?? [];
    assert.deepEqual(places, []);
  });

  it('name no person: every CPF and CNPJ in them is one of the two that are generated', () => {
    const text = JSON.stringify(document);
    const found = [...text.matchAll(/"(\d{11}|[0-9A-Z]{12}\d{2})"/g)].map(([, each]) => each!);
    const documents = found.filter((each) => parseCpf(each) !== undefined || parseCnpj(each) !== undefined);
    assert.ok(documents.length > 0);
    assert.deepEqual([...new Set(documents)].sort(), ['90000000175', '90000001000129'].sort());
  });
});

describe('the names of operations', () => {
  it('are unique verbs with nouns, fit for methods of a client', () => {
    const ids = operations.map(({ operationId }) => operationId);
    assert.equal(new Set(ids).size, ids.length);
    for (const id of ids) assert.match(id, /^[a-z]+([A-Z][a-z0-9]+)*$/);
  });
});
