import { type TObject, type TProperties, type TSchema, Type } from '@fastify/type-provider-typebox';
import { type Cpf, cpfForm, parseCpf } from '../platform/documents.ts';
import { type ErrorCatalogue, pickErrors, RequestError } from '../platform/errors.ts';
import type { RouteAccess } from './access.ts';
import { statusOfKind } from './errors.ts';

/** A moment, in UTC with milliseconds. */
export const Timestamp = Type.String({ format: 'date-time' });

/** The origin of an execution, as `ExecutionOrigin` of the profiles. */
export const ExecutionOriginSchema = Type.String({
  description: 'API, ONBOARDING or IMPORT. CONSOLE and CLI are set aside.',
});

/** An execution as profiles show it (interface, section 2.3). */
export const ExecutionSummary = Type.Object(
  {
    executionId: Type.String(),
    executionOrigin: ExecutionOriginSchema,
    lastUpdate: Timestamp,
    metadata: Type.Optional(Type.Object({}, { additionalProperties: true })),
  },
  { title: 'ProfileExecution' },
);

export const RequestId = Type.String({
  title: 'RequestId',
  description: 'UUIDv7 of the request, also in X-Request-Id.',
});

/** The answer with one thing. */
export function AnswerSchema<Members extends TProperties>(
  { properties }: TObject<Members>,
  about: { readonly title?: string; readonly description?: string } = {},
) {
  return Type.Object({ requestId: RequestId, ...properties }, about);
}

export const ErrorSchema = Type.Object(
  {
    requestId: RequestId,
    type: Type.String({ description: 'URN of the code (RFC 9457).' }),
    title: Type.String(),
    status: Type.Integer(),
    code: Type.String({ description: 'Stable; listed in the error reference.' }),
    detail: Type.Optional(Type.String()),
    errors: Type.Optional(
      Type.Array(Type.Object({ path: Type.String(), message: Type.String() }), {
        description: 'The wrong fields, for request_invalid.',
      }),
    ),
  },
  { $id: 'Error', description: 'An error: RFC 9457 members, and requestId, code and errors.' },
);

const descriptions: Readonly<Record<number, string>> = {
  400: 'The request does not have the documented form.',
  401: 'The token is missing, malformed, expired, revoked, of another product or bound to another person.',
  403: 'The token lacks the scope.',
  404: 'Not found.',
  405: 'Another method; see Allow.',
  409: 'The state of the thing does not allow it.',
  413: 'The body is larger than the limit.',
  429: 'Too many requests; see Retry-After.',
  500: 'Internal error.',
  503: 'Overloaded, or something the service needs is down; see Retry-After.',
};

/** The header of every 429 and 503, for the reference. */
export const retryAfterHeader = {
  'Retry-After': { type: 'string', description: 'Seconds to wait.' },
} as const;

/** Names the codes of an answer that the reference shows; it does not leave the service. */
export const shownErrors = 'x-errors';

/**
 * The error answers of a route by status, all of one shape. A catalogue says which codes the route answers with; the
 * statuses follow from their kinds. Those that follow from the access and the body of a route need no mention: see
 * `usualStatuses`. A number documents a status whose codes are not named.
 */
export function errorResponses(...answers: (number | ErrorCatalogue)[]): Record<number, TSchema> {
  const rows = answers.flatMap((each) => (typeof each === 'number' ? [] : Object.entries(each)));
  const statuses = new Set([
    ...answers.filter((each) => typeof each === 'number'),
    ...rows.map(([, { kind }]) => statusOfKind[kind]),
  ]);
  return Object.fromEntries(
    [...statuses].map((status) => {
      const shown = rows.filter(([, { kind }]) => statusOfKind[kind] === status);
      const marked = shown.length === 0 ? {} : { [shownErrors]: Object.fromEntries(shown) };
      const titles = shown.map(([, { title }]) => `${title}.`);
      // A token may be wrong, and a request malformed, whatever else a route refuses.
      const usual = titles.length === 0 || status < 404 ? [descriptions[status]] : [];
      return [
        status,
        {
          ...Type.Ref('Error'),
          description: [...usual, ...titles].join(' '),
          ...(status === 429 || status === 503 ? { headers: retryAfterHeader } : {}),
          ...marked,
        } as TSchema,
      ];
    }),
  );
}

/** The error answers of a route by status, for codes of one catalogue. */
export function refusals<Catalogue extends ErrorCatalogue>(
  catalogue: Catalogue,
  ...codes: readonly (keyof Catalogue & string)[]
): Record<number, TSchema> {
  return errorResponses(pickErrors(catalogue, ...codes));
}

/** The error statuses that a route answers with whatever it does, by who may call it and what it takes. */
export function usualStatuses({
  access,
  method,
  takesBody,
  takesQuery,
}: {
  readonly access: RouteAccess | undefined;
  readonly method: string;
  readonly takesBody: boolean;
  readonly takesQuery: boolean;
}): number[] {
  const isGuarded = access !== undefined && access.kind !== 'public';
  const isRead = method === 'GET' || method === 'HEAD';
  const mayBeForbidden =
    (access?.kind === 'token' &&
      (access.surface === 'customer' || (!isRead && access.products.includes('customer')))) ||
    (access?.kind === 'session' && (access.scope !== undefined || !isRead));
  return [
    // X-Purpose may be malformed, and the query may have parameters that nobody knows.
    ...(isGuarded || takesBody || takesQuery ? [400] : []),
    ...(isGuarded ? [401] : []),
    ...(mayBeForbidden ? [403] : []),
    ...(takesBody ? [413] : []),
    429,
    500,
    503,
  ];
}

const Photo = {
  schema: Type.Unsafe<Uint8Array>({ type: 'string', contentMediaType: 'application/octet-stream' }),
};

/** A photo as the whole body, under each of its media types, for the reference. */
export const photoBody = {
  'image/jpeg': Photo,
  'image/png': Photo,
  'image/webp': Photo,
  'image/avif': Photo,
} as const;

/** The header that tells where the thing is, for the reference. */
export function locationOf(thing: string) {
  return { Location: { type: 'string', description: `Address of the ${thing}.` } } as const;
}

export const attemptHeaders = {
  ...locationOf('attempt'),
  'X-Attempt-Id': { type: 'string', description: 'Id of the attempt.' },
} as const;

/** A CPF in a body or path: eleven digits; the check digits are verified after the schema. */
export const CpfSchema = Type.String({ pattern: cpfForm.pattern, description: 'CPF, digits only.' });

/** The moment in a field of a request. Throws `request_invalid`, also for the year 0, which its format takes. */
export function parseMomentField(path: string, text: string): Date {
  const moment = new Date(text);
  if (moment.getUTCFullYear() >= 1) return moment;
  throw RequestError.at(path, 'is not a moment after the year 0');
}

/** The CPF in a field of a request. Throws `request_invalid` naming the field, never the value. */
export function parseCpfField(path: string, value: unknown): Cpf {
  const cpf = parseCpf(value);
  if (cpf === undefined) throw RequestError.at(path, cpfForm.message);
  return cpf;
}
