import type { FieldProblem } from '../platform/errors.ts';
import { type Product, products, type Scope, scopes, scopesOfProduct } from '../platform/tokens/index.ts';

/** A product; what is wrong is added to `problems`. */
export function readProduct(value: string, problems: FieldProblem[]): Product | undefined {
  const product = products.find((candidate) => candidate === value);
  if (product === undefined) {
    problems.push({ path: 'body/product', message: `must be one of ${products.join(', ')}` });
  }
  return product;
}

/** The scopes without repetitions, in documented order; what is wrong is added to `problems`. */
export function readScopes(
  product: Product,
  values: readonly string[],
  problems: FieldProblem[],
): readonly Scope[] {
  const allowed = scopesOfProduct[product];
  if (values.length === 0) problems.push({ path: 'body/scopes', message: 'at least one scope is needed' });
  for (const [place, value] of values.entries()) {
    if (allowed.some((scope) => scope === value)) continue;
    const message = scopes.some((scope) => scope === value)
      ? `${value} is not for ${product} clients, which may have ${allowed.join(', ')}`
      : `there is no such scope; there are ${allowed.join(', ')}`;
    problems.push({ path: `body/scopes/${place}`, message });
  }
  return allowed.filter((scope) => values.includes(scope));
}
