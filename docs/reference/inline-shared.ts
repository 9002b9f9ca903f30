type Json = Readonly<Record<string, unknown>>;

type Paths = Readonly<Record<string, Readonly<Record<string, Json>>>>;

/** An OpenAPI document whose operations may refer to `components.parameters` and `components.responses`. */
export type Shared = {
  readonly paths: Paths;
  readonly webhooks?: Paths;
  readonly components: Readonly<Record<string, Json>>;
};

/** The document with every shared parameter and answer in the place of the reference to it. */
export function inlineShared(document: Shared): Shared {
  const inline = (value: unknown): unknown => {
    const [, kind = '', name = ''] =
      /^#\/components\/(parameters|responses)\/(.+)$/.exec(String((value as { $ref?: unknown }).$ref)) ?? [];
    return document.components[kind]?.[name] ?? value;
  };
  const inlineAll = (holder: Paths) =>
    Object.fromEntries(
      Object.entries(holder).map(([path, methods]) => [
        path,
        Object.fromEntries(
          Object.entries(methods).map(([method, operation]) => {
            const parameters = (operation.parameters as unknown[] | undefined)?.map(inline);
            const responses = Object.fromEntries(
              Object.entries(operation.responses as Json).map(([status, answer]) => [status, inline(answer)]),
            );
            return [method, { ...operation, ...(parameters === undefined ? {} : { parameters }), responses }];
          }),
        ),
      ]),
    );
  return {
    ...document,
    paths: inlineAll(document.paths),
    ...(document.webhooks === undefined ? {} : { webhooks: inlineAll(document.webhooks) }),
  };
}

/** The document as text: one line for each path, webhook and component. */
export function writeInLines(document: Shared): string {
  const lines = (value: unknown, depth: number): string =>
    depth === 0 || typeof value !== 'object' || value === null || Array.isArray(value)
      ? JSON.stringify(value)
      : `{\n${Object.entries(value)
          .map(([key, member]) => `${JSON.stringify(key)}: ${lines(member, depth - 1)}`)
          .join(',\n')}\n}`;
  const members = Object.entries(document).map(
    ([key, member]) =>
      `${JSON.stringify(key)}: ${lines(member, key === 'components' ? 2 : key === 'paths' || key === 'webhooks' ? 1 : 0)}`,
  );
  return `{\n${members.join(',\n')}\n}\n`;
}
