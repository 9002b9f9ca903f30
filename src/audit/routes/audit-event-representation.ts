import { Type } from '@fastify/type-provider-typebox';

export const AuditEventSchema = Type.Object(
  {
    at: Type.String({ format: 'date-time' }),
    actor: Type.Object({
      kind: Type.String({ description: 'client, operator, service or link (the holder of a signed link).' }),
      id: Type.Optional(Type.String()),
    }),
    action: Type.String({ description: 'One of the actions of the reference page of audit events.' }),
    target: Type.Optional(Type.String()),
    subjects: Type.Optional(
      Type.Array(Type.String(), { description: 'Ids of the people whom it is about.' }),
    ),
    purpose: Type.Optional(Type.String({ description: 'The X-Purpose of the request.' })),
    source: Type.Optional(
      Type.String({ description: 'The address it came from; of a phone only the network.' }),
    ),
    outcome: Type.String({ description: '`done`, or the code of the error.' }),
    requestId: Type.Optional(Type.String()),
    detail: Type.Optional(Type.Unknown()),
    chain: Type.String(),
    sequence: Type.Integer(),
    hash: Type.String({
      description: 'HMAC-SHA256 of the event and the one before it in its chain, in hex.',
    }),
    isProven: Type.Boolean({
      description:
        'False where the hash does not follow from the event before it: somebody wrote this event into the database, or changed it, or took the one before it out. Verify the log.',
    }),
  },
  { title: 'AuditEvent' },
);
