import {
  type ErrorCatalogue,
  type ErrorDefinition,
  pickErrors,
  requestErrorCatalogue,
} from '../../platform/errors.ts';
import { tokenErrorCatalogue } from '../../platform/tokens/index.ts';
import { httpErrorCatalogue, statusOfKind } from '../errors.ts';
import { exampleRequestId } from './example-texts.ts';
import { type ExampleSchemas, makeExample } from './make-example.ts';

type Json = Record<string, unknown>;
type Media = { schema?: Json; example?: unknown; examples?: Json };
type Answer = { content?: Record<string, Media> };
type Operation = {
  readonly operationId: string;
  readonly security?: readonly Json[];
  readonly parameters?: readonly { readonly name: string; schema?: Json; example?: unknown }[];
  readonly requestBody?: { readonly content?: Record<string, Media> };
  readonly responses: Record<string, Answer>;
};

/** The part of an OpenAPI document that examples go into. */
export type DocumentWithoutExamples = {
  readonly paths?: unknown;
  readonly components?: { readonly schemas?: unknown };
};

/** The codes that an operation documents, by its id. */
export type ShownErrors = ReadonlyMap<string, ErrorCatalogue>;

/** Media types whose bodies are written as text. */
const hasTextForm = /^(application\/(json|x-ndjson|x-www-form-urlencoded)|text\/)/;

/** Answers of any operation, unless it documents a code of that status itself. */
const usualErrors = pickErrors(
  { ...httpErrorCatalogue, ...requestErrorCatalogue },
  'request_invalid',
  'method_not_allowed',
  'body_too_large',
  'rate_limited',
  'internal_error',
  'server_overloaded',
);
const errorsOfTokens = pickErrors(
  tokenErrorCatalogue,
  'authorization_missing',
  'token_expired',
  'scope_forbidden',
);
const errorsOfSessions = pickErrors(tokenErrorCatalogue, 'session_missing', 'session_request_refused');

/**
 * The document with an example in every JSON body, form and parameter, and one for each code that an operation
 * documents. Answers of errors refer to `components.examples`, where each code stands once.
 */
export function addExamples<Document extends DocumentWithoutExamples>(
  document: Document,
  shown: ShownErrors,
): Document {
  const schemas = (document.components?.schemas ?? {}) as ExampleSchemas;
  const used: Record<string, ErrorDefinition> = {};
  const paths = structuredClone(document.paths ?? {}) as Record<string, Record<string, Operation>>;
  for (const [path, methods] of Object.entries(paths)) {
    for (const operation of Object.values(methods)) {
      addToParameters(operation, path, schemas);
      addToBodies(operation.requestBody, { owner: path, isRequest: true }, schemas);
      for (const [status, answer] of Object.entries(operation.responses)) {
        const errors = errorsOf(operation, Number(status), shown.get(operation.operationId) ?? {});
        for (const media of Object.values(answer.content ?? {})) {
          if (refersToError(media.schema)) media.examples = referTo(Object.keys(errors));
        }
        if (Object.values(answer.content ?? {}).some(({ examples }) => examples !== undefined)) {
          Object.assign(used, errors);
        } else addToBodies(answer, { owner: path, isRequest: false }, schemas);
      }
    }
  }
  const examples = Object.fromEntries(
    Object.entries(used)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([code, definition]) => [code, exampleOfError(code, definition)]),
  );
  return { ...document, paths, components: { ...document.components, examples } };
}

function addToParameters(operation: Operation, path: string, schemas: ExampleSchemas): void {
  for (const parameter of operation.parameters ?? []) {
    const place = { name: parameter.name, owner: ownerOf(path, parameter.name), isRequest: true };
    parameter.example ??= makeExample(parameter.schema ?? {}, schemas, place);
  }
}

/** The part of a path before a parameter, for identifiers that are called `id` only. */
function ownerOf(path: string, name: string): string {
  return path.slice(0, Math.max(0, path.indexOf(`{${name}}`))) || path;
}

function addToBodies(
  holder: { readonly content?: Record<string, Media> } | undefined,
  place: { readonly owner: string; readonly isRequest: boolean },
  schemas: ExampleSchemas,
): void {
  for (const [mediaType, media] of Object.entries(holder?.content ?? {})) {
    if (!hasTextForm.test(mediaType) || media.schema === undefined || media.examples !== undefined) continue;
    media.example ??= makeExample(media.schema, schemas, { ...place, name: 'body' });
  }
}

/** The codes that an answer shows: the operation's own of that status, or else the usual ones. */
function errorsOf({ security = [] }: Operation, status: number, own: ErrorCatalogue): ErrorCatalogue {
  const takesToken = security.some(({ token }) => token !== undefined);
  const takesSession = security.some(({ session }) => session !== undefined);
  const usual = {
    ...usualErrors,
    ...(takesToken ? errorsOfTokens : {}),
    ...(takesSession && !takesToken ? errorsOfSessions : {}),
  };
  const isOf = ([, { kind }]: [string, ErrorDefinition]) => statusOfKind[kind] === status;
  // A token may be wrong whatever else an operation refuses.
  const isBoth = status === 400 || status === 401 || status === 403;
  const found = Object.entries(own).filter(isOf);
  const added = found.length === 0 || isBoth ? Object.entries(usual).filter(isOf) : [];
  return Object.fromEntries([...found, ...added]);
}

function refersToError(schema: Json | undefined): boolean {
  return schema?.$ref === '#/components/schemas/Error';
}

function referTo(codes: readonly string[]): Json {
  return Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]));
}

function exampleOfError(code: string, { kind, title, fix }: ErrorDefinition): Json {
  return {
    summary: fix,
    value: {
      requestId: exampleRequestId,
      type: `urn:confere:error:${code}`,
      title,
      status: statusOfKind[kind],
      code,
    },
  };
}
