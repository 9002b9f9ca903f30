import type { operations } from './openapi.ts';
import type { operationTable } from './operations.ts';
import type { Photo } from './read-photo.ts';

/** The name of an operation, as the OpenAPI document has it. */
export type OperationId = keyof typeof operationTable & keyof operations;

type Simplify<T> = { [Key in keyof T]: T[Key] } & {};
type Part<Id extends OperationId, Name extends string> = operations[Id] extends {
  parameters: Record<Name, infer Found>;
}
  ? Found
  : operations[Id] extends { parameters: { [Key in Name]?: infer Found } }
    ? Found
    : never;
/** Without `exactOptionalPropertyTypes` a part that is not there is `undefined`, with it `never`. */
type Present<T> = [Exclude<T, undefined>] extends [never] ? unknown : Exclude<T, undefined>;

type CamelCase<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;
type HeaderName<Name> = Name extends `x-${infer Rest}` ? CamelCase<Rest> : CamelCase<Name & string>;
type HeaderParameters<T> = { [Key in keyof T as HeaderName<Key>]: T[Key] };

/** Media types of bodies whose type the document cannot say. */
type BodyOfType<Type, Schema> = Type extends `image/${string}`
  ? Photo
  : Type extends `multipart/${string}`
    ? FormData
    : Schema;
type BodyOf<Content> = { [Type in keyof Content]: BodyOfType<Type, Content[Type]> }[keyof Content];
type Body<Id extends OperationId> = operations[Id] extends { requestBody: { content: infer Content } }
  ? { body: BodyOf<Content> }
  : operations[Id] extends { requestBody?: { content: infer Content } }
    ? { body?: BodyOf<Content> }
    : unknown;

/** Parameters and body of an operation: parameters of path, query and headers by their names, the body as `body`. */
export type InputOf<Id extends OperationId> = Simplify<
  Present<Part<Id, 'path'>> &
    Present<Part<Id, 'query'>> &
    HeaderParameters<Present<Part<Id, 'header'>>> &
    Body<Id>
>;

type Success = 200 | 201 | 202 | 204;
type Responses<Id extends OperationId> = operations[Id]['responses'];
type ContentOf<Response> = Response extends { content: infer Content } ? Content : { none: undefined };
type AnswerOfType<Type, Schema> = Type extends `image/${string}` ? Uint8Array : Schema;
type AnswerOfContent<Content> = { [Type in keyof Content]: AnswerOfType<Type, Content[Type]> }[keyof Content];

/** The body of a successful answer. */
export type AnswerOf<Id extends OperationId> = {
  [Status in keyof Responses<Id>]: Status extends Success
    ? AnswerOfContent<ContentOf<Responses<Id>[Status]>>
    : never;
}[keyof Responses<Id>];

/** One call, over what the client is set to. */
export type CallOptions = {
  /** Ends the call, waiting between tries included. */
  readonly signal?: AbortSignal;
  /** The longest one try may take. */
  readonly timeoutMs?: number;
  /** Maximum repetitions of a call that is safe to repeat. */
  readonly retries?: number;
  /** Sent instead of the client's own token: the secret of a liveness session. */
  readonly token?: string;
  /** Why the data are read, for the audit log. */
  readonly purpose?: string;
};

/** An answer with what belongs to it beside its body. */
export type Answer<Body> = {
  readonly status: number;
  readonly headers: Headers;
  /** The body as it came; what a signature is of. */
  readonly bytes: Uint8Array;
  readonly body: Body;
};

type Arguments<Input> =
  Record<never, never> extends Input
    ? [input?: Input, options?: CallOptions]
    : [input: Input, options?: CallOptions];

/** A method for each operation, which gives the body of the answer. */
export type Methods = {
  [Id in OperationId]: (...call: Arguments<InputOf<Id>>) => Promise<AnswerOf<Id>>;
};

/** The same, with status, headers and bytes. */
export type FullMethods = {
  [Id in OperationId]: (...call: Arguments<InputOf<Id>>) => Promise<Answer<AnswerOf<Id>>>;
};

/** Operations that answer with a page of a list. */
export type ListId = {
  [Id in OperationId]: 'cursor' extends keyof InputOf<Id>
    ? AnswerOf<Id> extends { items: readonly unknown[]; nextCursor?: string }
      ? Id
      : never
    : never;
}[OperationId];

type ItemOf<Id extends ListId> = AnswerOf<Id> extends { items: readonly (infer Item)[] } ? Item : never;

/** A method for each list, which gives item after item. Pages are fetched when their turn comes. */
export type Lists = {
  [Id in ListId]: (...call: Arguments<InputOf<Id>>) => AsyncGenerator<ItemOf<Id>, void, undefined>;
};
