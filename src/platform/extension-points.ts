/** A place where modules add items for a module that does not know them. */
export type ExtensionPoint<Item> = {
  readonly name: string;
  /** Only for the compiler. */
  readonly item?: Item;
};

/** Items of one module for one point. */
export type Contribution = { readonly point: ExtensionPoint<unknown>; readonly items: readonly unknown[] };

/** A new point. The name is for messages only. */
export function defineExtensionPoint<Item>(name: string): ExtensionPoint<Item> {
  return { name };
}

/** Items for a point, to be returned by the opening of a module. */
export function contribute<Item>(point: ExtensionPoint<Item>, ...items: readonly Item[]): Contribution {
  return { point: point as ExtensionPoint<unknown>, items };
}
