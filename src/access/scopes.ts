import { AccessError } from './errors.ts';

/** Every scope there is, in the order they are documented. */
export const scopes = [
  'faces:authenticate',
  'attempts:read',
  'faces:write',
  'faces:duplicates',
  'people:read',
  'companies:read',
  'companies:contacts',
  'executions:write',
  'people:erase',
  'people:export',
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
  mobile: ['faces:authenticate', 'attempts:read'],
  customer: scopes,
};

/** A product, or `client_product_invalid`. */
export function parseProduct(value: string): Product {
  const product = products.find((candidate) => candidate === value);
  if (product === undefined) {
    throw new AccessError('client_product_invalid');
  }
  return product;
}

/** The scopes without repetitions, in documented order, or `client_scopes_invalid` naming what is wrong. */
export function parseScopes(product: Product, values: readonly string[]): Scope[] {
  const allowed = scopesOfProduct[product];
  const problems = values
    .filter((value) => !allowed.some((scope) => scope === value))
    .map((value) => ({
      path: 'scopes',
      message: scopes.some((scope) => scope === value)
        ? `${value} is not for ${product} clients`
        : 'one of the scopes does not exist',
    }));
  if (values.length === 0) {
    problems.push({ path: 'scopes', message: 'at least one scope is needed' });
  }
  if (problems.length > 0) {
    throw new AccessError('client_scopes_invalid', { problems });
  }
  return allowed.filter((scope) => values.includes(scope));
}
