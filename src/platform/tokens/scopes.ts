/** Every scope there is, in the order they are documented. */
export const scopes = [
  'faces:authenticate',
  'attempts:read',
  'liveness:write',
  'liveness:read',
  'faces:write',
  'faces:duplicates',
  'people:read',
  'companies:read',
  'companies:contacts',
  'executions:write',
  'events:read',
  'webhooks:write',
  'people:erase',
  'people:export',
  'cases:read',
  'cases:write',
  'cases:decide',
  'audit:read',
  'admin',
] as const;

export type Scope = (typeof scopes)[number];

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
