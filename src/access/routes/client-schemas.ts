import { Type } from '@fastify/type-provider-typebox';
import type { PublicKeysInput } from '../parse-public-keys.ts';

export const ClientIdParams = Type.Object({ clientId: Type.String() });

/** The two forms that public keys of a client may be sent in. */
export const publicKeyFields = {
  jwks: Type.Optional(
    Type.Object(
      { keys: Type.Array(Type.Unknown(), { minItems: 1, maxItems: 4 }) },
      { description: 'JWK set (RFC 7517) of the public keys that the client signs assertions with.' },
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
