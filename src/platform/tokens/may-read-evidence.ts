import type { AccessToken } from './access-token.ts';

/**
 * True when the token may read how an attempt was decided: its photos, likeness, liveness and networks. Such a token is
 * bound to nobody and has `attempts:read`; it belongs to a back end. Everybody else would learn from these what
 * photo passes.
 */
export function mayReadEvidence(token: AccessToken): boolean {
  return token.peopleId === undefined && token.scopes.has('attempts:read');
}
