import { Type } from '@fastify/type-provider-typebox';
import { mostListed } from '../client-rules.ts';
import type { PublicKeysInput } from '../parse-public-keys.ts';
import { livenessDemands } from '../types.ts';

export const ClientIdParams = Type.Object({ clientId: Type.String() });

const Demand = Type.Enum([...livenessDemands], {
  description: 'passive: one photo. challenge: a liveness session only.',
});
const demandOrNull = Type.Union([Demand, Type.Null({ description: 'What the operator demands.' })]);

const lists = {
  captureOrigins: Type.Array(Type.String(), {
    maxItems: mostListed,
    description: 'Origins whose pages may embed the capture page.',
  }),
  redirectUrls: Type.Array(Type.String(), {
    maxItems: mostListed,
    description: 'Where sessions may lead back to; one that ends with / covers what lies below.',
  }),
};

/** The rules of a client as they are sent: absent ones stay, null is what the operator demands. */
export const sentRules = {
  livenessRequired: Type.Optional(
    Type.Object(
      { authentication: Type.Optional(demandOrNull), registration: Type.Optional(demandOrNull) },
      {
        title: 'LivenessDemandsRequest',
        description: 'Liveness that photos of this client need. Never less than the operator demands.',
      },
    ),
  ),
  captureOrigins: Type.Optional(lists.captureOrigins),
  redirectUrls: Type.Optional(lists.redirectUrls),
};

/** The rules of a client as they are in force. */
export const shownRules = {
  livenessRequired: Type.Object(
    { authentication: Type.Optional(Demand), registration: Type.Optional(Demand) },
    { title: 'LivenessDemands', description: 'Absent: what the operator demands.' },
  ),
  ...lists,
};

/** The two forms that public keys of a client may be sent in. */
export const publicKeyFields = {
  jwks: Type.Optional(
    Type.Object(
      { keys: Type.Array(Type.Unknown(), { minItems: 1, maxItems: 4 }) },
      { description: 'JWK set (RFC 7517) of its public keys.' },
    ),
  ),
  publicKeyPem: Type.Optional(Type.String({ maxLength: 10_000, description: 'The same as one key in PEM.' })),
};

/** The keys of a body; undefined when it has none. With both forms the set counts. */
export function publicKeysOf(body: {
  readonly jwks?: { readonly keys: readonly unknown[] };
  readonly publicKeyPem?: string;
}): PublicKeysInput | undefined {
  if (body.jwks !== undefined) return { jwks: body.jwks };
  return body.publicKeyPem === undefined ? undefined : { publicKeyPem: body.publicKeyPem };
}
