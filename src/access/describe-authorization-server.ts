import { scopes, tokenPath } from '../platform/tokens/index.ts';

/** Algorithms that clients may sign assertions with. */
export const assertionAlgorithms = ['ES256', 'PS256', 'RS256', 'EdDSA', 'Ed25519'] as const;

/** Where the public keys are, below the base address. */
export const publicKeysPath = '/.well-known/jwks.json';

/**
 * The body of `/.well-known/oauth-authorization-server` for a deployment with that public address: the metadata document
 * of RFC 8414.
 */
export function authorizationServerMetadata(baseUrl: string) {
  const issuer = issuerOf(baseUrl);
  return {
    issuer,
    token_endpoint: `${issuer}${tokenPath}`,
    jwks_uri: `${issuer}${publicKeysPath}`,
    scopes_supported: scopes,
    // There is no authorization endpoint.
    response_types_supported: [],
    grant_types_supported: ['client_credentials'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
    token_endpoint_auth_signing_alg_values_supported: assertionAlgorithms,
  };
}

/**
 * The issuer identifier of a public base address (RFC 8414, section 2): the address without trailing slashes.
 * Throws `TypeError` unless it is an http or https address without query and fragment.
 */
export function issuerOf(baseUrl: string): string {
  const url = new URL(baseUrl);
  if (!/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new TypeError('the base address must be http or https, without query and fragment');
  }
  return baseUrl.replace(/\/+$/, '');
}
