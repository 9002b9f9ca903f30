/** A copy of the list. Throws a TypeError when two of its items have the same name. */
export function requireDistinct<Item>(items: readonly Item[], nameOf: (item: Item) => string): Item[] {
  const seen = new Set<string>();
  for (const item of items) {
    const name = nameOf(item);
    if (seen.has(name)) throw new TypeError(`there are two of ${name}`);
    seen.add(name);
  }
  return [...items];
}
