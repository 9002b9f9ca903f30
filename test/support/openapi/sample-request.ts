import type { JsonSchema, Operation, Parameter } from './read-operations.ts';

/** Values that the service takes where a schema says no more than "string", by the name they stand under. */
export type SampleValues = {
  readonly cpf: string;
  readonly cnpj: string;
  /** A photo of a face, for bodies that are one. */
  readonly photo: Uint8Array;
  readonly photoAddress: string;
};

export type SampleRequest = {
  /** With the parameters in it, the required ones of the query included. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
  /** The body as it was before it became text; undefined when it is no JSON. */
  readonly json: unknown;
};

/** A request of an operation with which nothing is wrong: what it names may not be there. */
export function sampleRequest(operation: Operation, values: SampleValues): SampleRequest {
  const parameters = (where: Parameter['in']) =>
    operation.parameters.filter((parameter) => parameter.in === where);
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(samplePathValue(name, values)),
  );
  const query = parameters('query')
    .filter(({ required }) => required === true)
    .map(
      ({ name, schema }) => `${name}=${encodeURIComponent(String(sampleValue(schema ?? {}, name, values)))}`,
    );
  const headers = Object.fromEntries(
    parameters('header')
      .filter(({ name, required }) => required === true || name === 'x-people-id')
      .map(({ name, schema }) => [
        name,
        name === 'x-people-id' ? values.cpf : String(sampleValue(schema ?? {}, name, values)),
      ]),
  );
  const [mediaType, media] = Object.entries(operation.bodies)[0] ?? [];
  const address = query.length === 0 ? path : `${path}?${query.join('&')}`;
  if (mediaType === undefined) return { path: address, headers, body: undefined, json: undefined };
  const typed = { ...headers, 'content-type': mediaType };
  if (mediaType.startsWith('image/'))
    return { path: address, headers: typed, body: values.photo, json: undefined };
  const json = sampleValue(media?.schema ?? {}, 'body', values);
  if (mediaType === 'application/x-www-form-urlencoded') {
    return {
      path: address,
      headers: typed,
      body: new URLSearchParams(json as Record<string, string>).toString(),
      json: undefined,
    };
  }
  return { path: address, headers: typed, body: JSON.stringify(json), json };
}

/** Named so that an identifier is one of the right kind where a CPF or CNPJ may stand. */
function samplePathValue(name: string, values: SampleValues): string {
  if (/cpf|person|people/i.test(name)) return values.cpf;
  if (/cnpj|company/i.test(name)) return values.cnpj;
  return `${name.slice(0, 3)}_${'0'.repeat(32)}`;
}

/** A value of a schema: required members of objects only. */
function sampleValue(schema: JsonSchema, name: string, values: SampleValues): unknown {
  const { type, const: constant, enum: choices, anyOf, oneOf, properties, required, items } = schema;
  if (constant !== undefined) return constant;
  if (Array.isArray(choices)) return choices[0];
  const [alternative] = ((anyOf ?? oneOf) as JsonSchema[] | undefined) ?? [];
  if (alternative !== undefined) return sampleValue(alternative, name, values);
  if (type === 'object' || properties !== undefined) {
    const members = (properties ?? {}) as Record<string, JsonSchema>;
    const names = new Set([
      ...((required as string[] | undefined) ?? []),
      ...('imageUrl' in members ? ['imageUrl'] : []),
    ]);
    return Object.fromEntries(
      [...names].map((each) => [each, sampleValue(members[each] ?? {}, each, values)]),
    );
  }
  if (type === 'array') {
    const count = Number(schema.minItems ?? 0);
    return Array.from({ length: count }, () => sampleValue((items ?? {}) as JsonSchema, name, values));
  }
  if (type === 'boolean') return false;
  if (type === 'integer' || type === 'number') return Number(schema.minimum ?? 1);
  if (schema.format === 'date-time') return '2026-11-22T12:00:00.000Z';
  if (name === 'imageUrl') return values.photoAddress;
  if (name === 'product') return 'mobile';
  if (name === 'scopes') return 'attempts:read';
  if (name === 'grant_type') return 'client_credentials';
  if (/peopleId|cpf/i.test(name) || schema.pattern === '^[0-9]{11}$') return values.cpf;
  if (/cnpj|companyId/i.test(name)) return values.cnpj;
  return 'x'.repeat(Math.max(1, Number(schema.minLength ?? 1)));
}
