import swagger from '@fastify/swagger';
import { Type } from '@fastify/type-provider-typebox';
import packageJson from '../../package.json' with { type: 'json' };
import type { ErrorCatalogue } from '../platform/errors.ts';
import type { EventType } from '../platform/events/index.ts';
import { includingScopes, type scopes, tokenPath } from '../platform/tokens/index.ts';
import type { RouteAccess } from './access.ts';
import type { App } from './app.ts';
import { addExamples } from './examples/add-examples.ts';
import { exampleMoment } from './examples/example-texts.ts';
import { makeExample } from './examples/make-example.ts';
import { nameComponents, shareComponents } from './openapi-components.ts';
import { errorResponses, shownErrors, Timestamp, usualStatuses } from './schemas.ts';

type Json = Record<string, unknown>;

const description = `Checks whether the face in a photo is the one registered for a CPF, keeps every attempt as
evidence, and gives it back.

Get a token at \`POST /oauth2/token\` (OAuth 2.0 client credentials) and send it as \`Authorization: Bearer\`.
Every answer carries a requestId, every error a stable code.`;

const scopeDescriptions: Readonly<Record<(typeof scopes)[number], string>> = {
  'faces:authenticate': 'Compare photos with registered faces.',
  'attempts:read': 'Read attempts and their images.',
  'liveness:write': 'Create and remove liveness sessions.',
  'liveness:read': 'Read liveness sessions.',
  'faces:read': 'List reference photos.',
  'faces:write': 'Register, list and remove reference photos.',
  'faces:duplicates': 'See, when registering a face, which other people may be the same',
  'people:read': 'Read profiles of people.',
  'companies:read': 'Read profiles of companies.',
  'companies:contacts': 'See e-mail addresses and phone numbers of sole proprietors.',
  'executions:read': 'Read query templates, executions, watches and the state of sources.',
  'executions:write': 'Run query templates.',
  'templates:write': 'Write and try query templates.',
  'events:read': 'Read the feed of events, each type with the scope it needs.',
  'webhooks:read': 'Read webhook endpoints and their deliveries.',
  'webhooks:write': 'Manage webhook endpoints.',
  'people:erase': 'Erase people.',
  'people:export': 'Export everything known of a person.',
  'people:hold': 'Keep people from being erased, and see who is.',
  'cases:read': 'Read cases.',
  'cases:write': 'Open cases, comment on them and hand them over.',
  'cases:decide': 'Decide cases.',
  'audit:read': 'Read the audit log.',
  'audit:export': 'Verify the audit log and export the whole of it.',
  'sources:write': 'Start imports and downloads of sources, and go back to the registry before.',
  'system:read': 'Read metrics, background jobs, settings and invitations.',
  'clients:read': 'Read clients, and the webhook endpoints of all of them.',
  'clients:write': 'Create and change clients that hold no scope beyond those of the token.',
  admin: 'Manage clients, accounts and what runs in the background.',
};

const mediaType = 'application/json; charset=utf-8';

export type DocumentationOptions = {
  /** Public address of the listener. */
  readonly baseUrl: string;
  /** The types of events that webhooks deliver; none where the listener manages no webhooks. */
  readonly eventTypes: readonly EventType[];
};

/** Serves the OpenAPI document at /openapi.json. */
export async function addDocumentation(
  app: App,
  { baseUrl, eventTypes }: DocumentationOptions,
): Promise<void> {
  const shown = new Map<string, ErrorCatalogue>();
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Confere',
        version: packageJson.version,
        description,
        contact: { name: 'The operator of this service', url: `${baseUrl}/docs` },
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: baseUrl }],
      tags: [
        { name: 'Face authentication', description: 'Compare a photo with the registered face.' },
        { name: 'Liveness', description: 'Request movements from a person, and read the result.' },
        {
          name: 'Liveness capture',
          description: 'Endpoints for the capture page, with the secret of one session.',
        },
        { name: 'Registered faces', description: 'The reference photos of a CPF.' },
        { name: 'Profiles', description: 'Profiles of people and companies, and the registry of companies.' },
        { name: 'Events', description: 'Changes, as a feed and as webhooks.' },
        { name: 'Audit', description: 'Administrative acts and reads of personal data.' },
        { name: 'Executions', description: 'Run query templates on people and companies.' },
        { name: 'Query templates', description: 'Sources and rules of executions.' },
        { name: 'Cases', description: 'What people decide.' },
        { name: 'Access', description: 'Tokens, keys and clients.' },
        { name: 'Accounts', description: 'People who sign in to the console, and their sessions.' },
        { name: 'Service', description: 'State of the service.' },
      ],
      components: {
        securitySchemes: {
          token: {
            type: 'oauth2',
            flows: {
              clientCredentials: { tokenUrl: `${baseUrl}${tokenPath}`, scopes: { ...scopeDescriptions } },
            },
          },
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: baseUrl.startsWith('https:') ? '__Host-confere_session' : 'confere_session',
            description:
              'A session of the console. It counts as a token wherever one of a customer client does. Methods that change something need X-CSRF-Token as well.',
          },
        },
      },
    },
    transform: ({ schema, url, route }) => {
      const { documentedBody: body, access } = route.config ?? {};
      const own = schema?.response as Readonly<Record<string, Json>> | undefined;
      const usual = usualStatuses({
        access,
        method: String(route.method),
        takesBody: body !== undefined || schema?.body !== undefined,
        takesQuery: schema?.querystring !== undefined,
      });
      const response = own === undefined ? undefined : { ...errorResponses(...usual), ...own };
      if (response !== undefined) shown.set(String(schema?.operationId), shownErrorsOf(response));
      return {
        schema: {
          ...schema,
          ...(schema?.querystring === undefined ? {} : { querystring: typeParameters(schema.querystring) }),
          ...(schema?.headers === undefined ? {} : { headers: typeParameters(schema.headers) }),
          ...(response === undefined ? {} : { response: withoutShownErrors(response) }),
          ...(body === undefined ? {} : { body: { content: body } }),
          security: securityOf(access),
          // Which tokens are taken: OpenAPI has no word for an audience.
          ...(access?.kind === 'token' ? { 'x-products': [...access.products] } : {}),
        },
        url,
      };
    },
    transformObject: (made) => {
      const document = 'openapiObject' in made ? made.openapiObject : {};
      const webhooks = eventTypes.length === 0 ? {} : { webhooks: documentWebhooks(eventTypes) };
      return shareComponents(addExamples(nameComponents({ ...document, ...webhooks }), shown));
    },
    // Swagger would number shared schemas; ours have names.
    refResolver: {
      buildLocalReference: (json, _base, _fragment, index) => String(json.$id ?? `schema-${index}`),
    },
  });
  let rendered: string | undefined;
  // The document is made of the routes, so it is not there before they are.
  function render(): string {
    rendered ??= JSON.stringify(app.swagger());
    return rendered;
  }
  app.get(
    '/openapi.json',
    { schema: { hide: true }, config: { access: { kind: 'public' } } },
    async (_, reply) => reply.type(mediaType).send(render()),
  );
}

/** Parameters of the query or headers, which arrive as texts, as the numbers and truth values that are written in them. */
function typeParameters(schema: unknown): Json {
  const { properties, ...rest } = schema as { readonly properties: Readonly<Record<string, Json>> };
  const typed = Object.entries(properties).map(([name, parameter]) => [name, typeParameter(parameter)]);
  return { ...rest, properties: Object.fromEntries(typed) };
}

function typeParameter(parameter: Json): Json {
  const { type: _type, pattern, enum: values, const: only, default: usual, ...others } = parameter;
  if (String(pattern).replace(/\{.*/, '').endsWith('[0-9]')) return { type: 'integer', ...others };
  if (only === 'true') return { type: 'boolean', const: true, ...others };
  if (String(values) !== 'true,false') return parameter;
  return { type: 'boolean', ...(usual === undefined ? {} : { default: usual === 'true' }), ...others };
}

/** The codes that the answers of a route show. */
function shownErrorsOf(response: Readonly<Record<string, Json>>): ErrorCatalogue {
  return Object.assign(
    {},
    ...Object.values(response).map((answer) => answer[shownErrors] ?? {}),
  ) as ErrorCatalogue;
}

function withoutShownErrors(response: Readonly<Record<string, Json>>): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(response).map(([status, { [shownErrors]: _dropped, ...answer }]) => [status, answer]),
  );
}

/** Who may call a route: nothing for everybody, each scope that is enough by itself, or a session. */
function securityOf(access: RouteAccess | undefined): Record<string, string[]>[] {
  if (access === undefined || access.kind === 'public') return [];
  if (access.kind === 'session') return [{ session: [] }];
  const including = includingScopes[access.scope];
  const bound = access.boundScope;
  return [
    access.scope,
    ...(including === undefined ? [] : [including]),
    ...(bound === undefined ? [] : [bound]),
  ].map((scope) => ({ token: access.alsoScope === undefined ? [scope] : [scope, access.alsoScope] }));
}

const headers: readonly (readonly [name: string, description: string, example: string])[] = [
  [
    'webhook-id',
    'The id of the event, the same in every attempt to deliver it.',
    'evt_019a9c5e7b1a7f3e8d2c4b6a90817263',
  ],
  ['webhook-timestamp', 'Seconds since 1970 at the time of this attempt.', '1795348800'],
  [
    'webhook-signature',
    'Signatures of `id.timestamp.body`, separated by spaces: `v1a` (ed25519) and `v1` (HMAC-SHA256), as Standard Webhooks has them.',
    'v1a,c2lnbmF0dXJl v1,c2lnbmF0dXJl',
  ],
];

/** The `webhooks` of the OpenAPI document: one request for each type of the catalogue, by its name. */
function documentWebhooks(types: readonly EventType[]): Readonly<Record<string, Json>> {
  const sorted = [...types].sort((a, b) => (a.name < b.name ? -1 : 1));
  return Object.fromEntries(sorted.map((type) => [type.name, { post: documentWebhook(type) }]));
}

function documentWebhook({ name, version, scope, meaning, data }: EventType): Json {
  const id = pascalCase(name);
  const schema: Json = plain(
    Type.Object(
      {
        id: Type.String({ pattern: '^evt_[0-9a-f]{32}$' }),
        type: Type.Literal(name),
        version: Type.Literal(version),
        timestamp: Timestamp,
        data,
      },
      { title: `${id}Event`, description: meaning },
    ),
  );
  const answers = {
    '2XX': 'The event is taken.',
    '410': 'The endpoint is switched off and receives nothing any more.',
    default: 'The event is sent again later.',
  };
  return {
    operationId: `on${id}`,
    tags: ['Events'],
    summary: name,
    description: `${meaning} Clients need the scope \`${scope}\`.`,
    security: [],
    parameters: headers.map(([header, description, example]) => ({
      in: 'header',
      name: header,
      required: true,
      description,
      schema: { type: 'string' },
      example,
    })),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema,
          example: {
            ...(makeExample(schema, {}, { name, owner: 'Event', isRequest: false }) as Json),
            timestamp: exampleMoment,
          },
        },
      },
    },
    responses: Object.fromEntries(
      Object.entries(answers).map(([status, description]) => [status, { description }]),
    ),
  };
}

/** `face.possible_duplicate` as part of a name: `FacePossibleDuplicate`. */
function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** A schema without what only TypeBox reads. */
function plain(schema: object): Json {
  return JSON.parse(JSON.stringify(schema)) as Json;
}
