/** Every scope there is, in the order they are documented. */
export const scopes = [
  'faces:authenticate',
  'attempts:read',
  'liveness:write',
  'liveness:read',
  'faces:read',
  'faces:write',
  'faces:duplicates',
  'people:read',
  'companies:read',
  'companies:contacts',
  'executions:read',
  'executions:write',
  'templates:write',
  'events:read',
  'webhooks:read',
  'webhooks:write',
  'people:erase',
  'people:export',
  'people:hold',
  'cases:read',
  'cases:write',
  'cases:decide',
  'audit:read',
  'audit:export',
  'sources:write',
  'system:read',
  'clients:read',
  'clients:write',
  'admin',
] as const;

export type Scope = (typeof scopes)[number];

/** Scopes to read that come with another one: whoever may change something may read it. */
export const includingScopes: Readonly<Partial<Record<Scope, Scope>>> = {
  'faces:read': 'faces:write',
  'executions:read': 'executions:write',
  'webhooks:read': 'webhooks:write',
  'clients:read': 'admin',
  'clients:write': 'admin',
  'system:read': 'admin',
};

/** True when one of the scopes is the one that is needed, or includes it. */
export function holdsScope(held: ReadonlySet<string>, needed: Scope): boolean {
  const including = includingScopes[needed];
  return held.has(needed) || (including !== undefined && held.has(including));
}

/** The two products; the one a client belongs to is the audience of its tokens. */
export const products = ['mobile', 'customer'] as const;

export type Product = (typeof products)[number];

/**
 * The scopes the clients of each product may hold. The tokens of a mobile client end up on phones, so they never
 * hold a scope that reads profiles or registers faces.
 */
export const scopesOfProduct: Readonly<Record<Product, readonly Scope[]>> = {
  mobile: ['faces:authenticate', 'attempts:read', 'liveness:write', 'liveness:read'],
  customer: scopes,
};
