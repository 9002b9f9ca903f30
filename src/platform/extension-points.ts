/** A place where modules add items for a module that does not know them. */
export type ExtensionPoint<Item> = {
  readonly name: string;
  /** Only for the compiler. */
  readonly item?: Item;
};

export type Contribution = { readonly point: ExtensionPoint<unknown>; readonly items: readonly unknown[] };

/** The contributions of every module that is open. */
export type Contributions = { contributions<Item>(point: ExtensionPoint<Item>): readonly Item[] };

/** A new point. The name is for messages only. */
export function defineExtensionPoint<Item>(name: string): ExtensionPoint<Item> {
  return { name };
}

export function contribute<Item>(point: ExtensionPoint<Item>, ...items: readonly Item[]): Contribution {
  return { point: point as ExtensionPoint<unknown>, items };
}
