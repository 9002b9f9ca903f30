type Json = Readonly<Record<string, unknown>>;
type Parameter = {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required?: boolean;
  readonly description?: string;
  readonly example?: unknown;
  readonly schema?: { readonly examples?: readonly unknown[]; readonly default?: unknown };
};
type Operation = {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly deprecated?: boolean;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> };
  readonly security?: readonly Json[];
};
export type OpenApi = {
  readonly info: { readonly title: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};

const methods = ['get', 'post', 'put', 'patch', 'delete'];
const tokenOperation = 'issueToken';

/**
 * A Postman collection (format 2.1, which Bruno imports, too) with every operation of the OpenAPI document, in folders
 * by tag, with the examples of the document as bodies. The request for a token keeps it for the others.
 */
export function renderPostmanCollection({ info, tags, paths }: OpenApi): object {
  const requests = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([method]) => methods.includes(method))
      .map(([method, operation]) => ({ path, method, operation })),
  );
  return {
    info: {
      name: info.title,
      description: `${info.description}\n\nSet baseUrl, clientId and clientSecret, send "Access / ${summaryOf(requests)}", then any other request.`,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: bearer('token'),
    variable: [
      { key: 'baseUrl', value: 'http://127.0.0.1:8090' },
      { key: 'clientId', value: '' },
      { key: 'clientSecret', value: '', type: 'secret' },
      { key: 'token', value: '' },
      { key: 'sessionSecret', value: '' },
    ],
    item: tags
      .map(({ name, description }) => ({
        name,
        description,
        item: requests.filter(({ operation }) => operation.tags[0] === name).map(renderRequest),
      }))
      .filter(({ item }) => item.length > 0),
  };
}

type Request = { readonly path: string; readonly method: string; readonly operation: Operation };

function summaryOf(requests: readonly Request[]): string {
  return requests.find(({ operation }) => operation.operationId === tokenOperation)?.operation.summary ?? '';
}

function renderRequest({ path, method, operation }: Request): object {
  const { operationId, summary, description = '', parameters = [], requestBody } = operation;
  const of = (place: Parameter['in']) => parameters.filter((parameter) => parameter.in === place);
  const bodies = Object.entries(requestBody?.content ?? {});
  const [mediaType, content] = bodies.find(([type]) => type === 'application/json') ?? bodies[0] ?? [];
  const isToken = operationId === tokenOperation;
  const segments = path
    .slice(1)
    .split('/')
    .map((segment) => segment.replace(/^\{(.+)\}$/, ':$1'));
  const query = of('query').map((one) => ({ ...pairOf(one), disabled: one.required !== true }));
  return {
    name: summary,
    id: operationId,
    request: {
      method: method.toUpperCase(),
      description,
      ...authOf(operation, isToken),
      header: [
        ...of('header').map((one) => ({ ...pairOf(one), disabled: one.required !== true })),
        ...(mediaType === undefined || /form/.test(mediaType)
          ? []
          : [{ key: 'Content-Type', value: mediaType }]),
      ],
      url: {
        raw: `{{baseUrl}}/${segments.join('/')}`,
        host: ['{{baseUrl}}'],
        path: segments,
        ...(query.length === 0 ? {} : { query }),
        ...(of('path').length === 0 ? {} : { variable: of('path').map(pairOf) }),
      },
      ...(mediaType === undefined ? {} : { body: bodyOf(mediaType, content?.example, isToken) }),
    },
    ...(isToken ? { event: [keepToken] } : {}),
  };
}

/** The script that keeps the token for all other requests. */
const keepToken = {
  listen: 'test',
  script: {
    type: 'text/javascript',
    exec: ["pm.collectionVariables.set('token', pm.response.json().access_token);"],
  },
};

function bearer(variable: string): object {
  return { type: 'bearer', bearer: [{ key: 'token', value: `{{${variable}}}`, type: 'string' }] };
}

/** The credentials of a request that does not take the token of the collection. */
function authOf({ security, tags }: Operation, isToken: boolean): object {
  if (isToken) {
    const basic = [
      { key: 'username', value: '{{clientId}}', type: 'string' },
      { key: 'password', value: '{{clientSecret}}', type: 'string' },
    ];
    return { auth: { type: 'basic', basic } };
  }
  if (tags[0] === 'Liveness capture') return { auth: bearer('sessionSecret') };
  // The cookie of a session is kept by the program that sends the request.
  const takesToken = security?.some((one) => 'token' in one) ?? true;
  return takesToken ? {} : { auth: { type: 'noauth' } };
}

function pairOf({ name, description, example, schema }: Parameter): object {
  const value = example ?? schema?.examples?.[0] ?? schema?.default ?? '';
  return { key: name, value: String(value), ...(description === undefined ? {} : { description }) };
}

function bodyOf(mediaType: string, example: unknown, isToken: boolean): object {
  if (isToken) {
    return {
      mode: 'urlencoded',
      urlencoded: [{ key: 'grant_type', value: 'client_credentials', type: 'text' }],
    };
  }
  if (mediaType === 'application/json') {
    return {
      mode: 'raw',
      raw: JSON.stringify(example ?? {}, null, 2),
      options: { raw: { language: 'json' } },
    };
  }
  return { mode: 'file', file: {} };
}
