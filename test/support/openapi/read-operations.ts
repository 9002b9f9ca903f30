/** A parameter as the document describes it. */
export type Parameter = {
  readonly in: 'path' | 'query' | 'header';
  readonly name: string;
  readonly required?: boolean;
  readonly schema?: JsonSchema;
};

export type JsonSchema = { readonly [keyword: string]: unknown };

type MediaTypes = Readonly<Record<string, { readonly schema?: JsonSchema }>>;

export type OpenApiDocument = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
};

type OperationObject = {
  readonly operationId: string;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly 'x-products'?: readonly ('mobile' | 'customer')[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: MediaTypes };
  readonly responses: Readonly<Record<string, { readonly content?: MediaTypes }>>;
};

/** One method of one path, in the form tests use. */
export type Operation = {
  /** As `operationId` has it. */
  readonly id: string;
  readonly method: string;
  /** With `{names}` in it. */
  readonly path: string;
  /** The scope its token must have; undefined where no token is needed. */
  readonly scope: string | undefined;
  /** Whose tokens it takes; none where no token is needed. */
  readonly products: readonly ('mobile' | 'customer')[];
  readonly parameters: readonly Parameter[];
  /** The body by media type; empty where none is taken. */
  readonly bodies: MediaTypes;
  readonly responses: Readonly<Record<string, { readonly content?: MediaTypes }>>;
};

/** Every operation of the document, those for HEAD that Fastify adds left out. */
export function readOperations(document: OpenApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      scope: operation.security?.[0]?.token?.[0],
      products: operation['x-products'] ?? [],
      parameters: operation.parameters ?? [],
      bodies: operation.requestBody?.content ?? {},
      responses: operation.responses,
    })),
  );
}
