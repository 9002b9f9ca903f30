import { type Product, products, type Scope, scopes, scopesOfProduct } from '../platform/tokens/index.ts';
import { AccessError } from './errors.ts';

/** A product, or `client_product_invalid`. */
export function parseProduct(value: string): Product {
  const product = products.find((candidate) => candidate === value);
  if (product === undefined) {
    throw new AccessError('client_product_invalid', {
      problems: [{ path: 'product', message: `must be one of ${products.join(', ')}` }],
    });
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
        ? `${value} is not for ${product} clients, which may have ${allowed.join(', ')}`
        : `one of the scopes does not exist; there are ${allowed.join(', ')}`,
    }));
  if (values.length === 0) {
    problems.push({ path: 'scopes', message: 'at least one scope is needed' });
  }
  if (problems.length > 0) {
    throw new AccessError('client_scopes_invalid', { problems });
  }
  return allowed.filter((scope) => values.includes(scope));
}
