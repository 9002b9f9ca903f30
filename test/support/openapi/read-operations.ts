import { inlineShared, type Shared } from '../../../docs/reference/inline-shared.ts';

/** A parameter as the document describes it. */
export type Parameter = {
  readonly in: 'path' | 'query' | 'header';
  readonly name: string;
  readonly required?: boolean;
  readonly schema?: JsonSchema;
  readonly example?: unknown;
};

export type JsonSchema = { readonly [keyword: string]: unknown };

type MediaTypes = Readonly<Record<string, { readonly schema?: JsonSchema; readonly example?: unknown }>>;

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
  /** What its token must have, scopes with spaces between them; undefined where no token is needed. */
  readonly scope: string | undefined;
  /** Every scope that is enough by itself, that one included. */
  readonly anyOfScopes: readonly string[];
  /** True where only a person who is signed in to the console may be. */
  readonly needsSession: boolean;
  /** Whose tokens it takes; none where no token is needed. */
  readonly products: readonly ('mobile' | 'customer')[];
  readonly parameters: readonly Parameter[];
  /** The body by media type; empty where none is taken. */
  readonly bodies: MediaTypes;
  readonly responses: Readonly<Record<string, { readonly content?: MediaTypes }>>;
};

/** Every operation of the document, those for HEAD that Fastify adds left out. */
export function readOperations(shared: OpenApiDocument): Operation[] {
  const document = inlineShared(shared as Shared) as unknown as OpenApiDocument;
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      scope: operation.security?.[0]?.token?.join(' '),
      anyOfScopes: operation.security?.flatMap(({ token }) => token?.[0] ?? []) ?? [],
      needsSession: operation.security?.[0]?.session !== undefined,
      products: operation['x-products'] ?? [],
      parameters: operation.parameters ?? [],
      bodies: resolveBodies(operation.requestBody?.content ?? {}, document),
      responses: operation.responses,
    })),
  );
}

/** The bodies with what they refer to in its place, so that samples can be made of them. */
function resolveBodies(bodies: MediaTypes, { components }: OpenApiDocument): MediaTypes {
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== 'object' || value === null) return value;
    const { $ref } = value as { $ref?: unknown };
    if (typeof $ref === 'string') return resolve(components.schemas[$ref.slice($ref.lastIndexOf('/') + 1)]);
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, resolve(member)]));
  };
  return resolve(bodies) as MediaTypes;
}
