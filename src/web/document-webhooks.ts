import { Type } from '@fastify/type-provider-typebox';
import type { EventType } from '../platform/events/index.ts';
import { exampleMoment } from './examples/example-texts.ts';
import { makeExample } from './examples/make-example.ts';
import { Timestamp } from './schemas.ts';

type Json = Record<string, unknown>;

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
export function documentWebhooks(types: readonly EventType[]): Readonly<Record<string, Json>> {
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
