import { buildRequest, type Input, rowOf } from './build-request.ts';
import type { Credentials } from './credentials.ts';
import { type ErrorBody, toApiError } from './errors.ts';
import { type ConfereEvent, type FollowOptions, followEvents } from './follow-events.ts';
import { createKeySet, type KeySet, type PublicKey } from './key-set.ts';
import { operationTable } from './operations.ts';
import { untilAborted } from './pause.ts';
import { type Received, readRetryAfter, type Sending, send } from './send.ts';
import { createTokens, type Token, type TokenWish } from './tokens.ts';
import type { Answer, CallOptions, FullMethods, Lists, Methods, OperationId } from './types.ts';
import { type AnswerToVerify, type VerifiedAnswer, verifySignedAnswer } from './verify-signed-answer.ts';

export type ConfereOptions = {
  /** The base address of the service. */
  readonly url: string;
  /** Who asks. Without it only operations that need no token can be called. */
  readonly credentials?: Credentials;
  /** `live` unless given: which signed answers are believed. */
  readonly environment?: 'live' | 'sandbox';
  /** Scopes to ask for, separated by spaces; all that the client may hold unless given. */
  readonly scope?: string;
  /** The longest one try may take: 30 seconds unless given. What `prefer: 'wait=N'` asks for comes on top. */
  readonly timeoutMs?: number;
  /** Maximum repetitions of a call that is safe to repeat; default 2. */
  readonly retries?: number;
  /** The longest wait that the service may ask for before the error is yours: 60 seconds unless given. */
  readonly maxRetryAfterMs?: number;
  /** In place of the runtime's own, for instance for a proxy. */
  readonly fetch?: typeof globalThis.fetch;
};

/** A client of one service. */
export type Confere = Methods & {
  /** Every operation, answering with status, headers and the bytes of the body as well. */
  readonly full: FullMethods;
  /** Every list, item after item. */
  readonly list: Lists;
  /** Events as they happen, in order and without gaps; goes on by itself when the service was away. */
  events(options?: FollowOptions): AsyncGenerator<ConfereEvent, void, undefined>;
  /** A token for somebody else, for instance one that is bound to a person, for a phone. */
  fetchToken(wish?: TokenWish): Promise<Token>;
  /** The answer that a phone hands over, after these checks: it comes from the service, is unchanged and recent, and is
   * about that person. */
  verifyAnswer(
    answer: Omit<AnswerToVerify, 'clientId'> & { readonly clientId?: string },
  ): Promise<VerifiedAnswer>;
  /** The service's published keys. */
  readonly keys: KeySet;
};

const idempotent = new Set(['GET', 'PUT', 'DELETE']);
/** A token that was good when it was fetched: it ended on its way, or its key was withdrawn. Renewed once. */
const renewable = new Set(['token_expired', 'token_invalid']);

/**
 * A client of the service at `url`.
 *
 * @example
 * const confere = createConfere({ url, credentials: { clientId, clientSecret } });
 * const attempt = await confere.createFaceAuthentication({ body: { peopleId, imageUrl } });
 */
export function createConfere(options: ConfereOptions): Confere {
  const baseUrl = options.url.replace(/\/+$/, '');
  const sending: Sending = {
    fetch: options.fetch ?? globalThis.fetch.bind(globalThis),
    timeoutMs: options.timeoutMs ?? 30_000,
    retries: options.retries ?? 2,
    maxRetryAfterMs: options.maxRetryAfterMs ?? 60_000,
  };
  const tokens = createTokens({
    tokenUrl: `${baseUrl}/oauth2/token`,
    credentials: options.credentials,
    scope: options.scope,
    sending,
  });
  const keys = createKeySet(async () => {
    const { body } = await call('getPublicKeys');
    return (body as { readonly keys: readonly PublicKey[] }).keys;
  });

  async function call(id: OperationId, input: Input = {}, call: CallOptions = {}): Promise<Answer<unknown>> {
    const row = rowOf(id);
    // A key of our own makes a POST safe to repeat where the service takes one.
    const takesKey = row.method === 'POST' && 'idempotencyKey' in row.headers;
    const named = takesKey
      ? { ...input, idempotencyKey: input.idempotencyKey ?? crypto.randomUUID() }
      : input;
    const request = await buildRequest(baseUrl, row, named);
    const isSafe = idempotent.has(row.method) || takesKey;
    const attempt: Sending = {
      ...sending,
      timeoutMs: call.timeoutMs ?? sending.timeoutMs + readWait(input.prefer),
      retries: isSafe ? (call.retries ?? sending.retries) : 0,
      signal: call.signal,
    };
    const sendWith = (token: string | undefined) =>
      send(
        {
          ...request,
          headers: {
            ...request.headers,
            ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
            ...(call.purpose === undefined ? {} : { 'x-purpose': call.purpose }),
          },
        },
        attempt,
      );
    const needsOwn = row.needsToken && call.token === undefined;
    const token = needsOwn ? await untilAborted(tokens.current(), call.signal) : call.token;
    let received = await sendWith(token);
    if (needsOwn && received.status === 401 && renewable.has(readError(received).code ?? '')) {
      tokens.forget(token!);
      const next = await untilAborted(tokens.current(), call.signal);
      if (next !== token) received = await sendWith(next);
    }
    return toAnswer(received, row.answer);
  }

  async function* items(id: OperationId, input: Input = {}, options?: CallOptions) {
    let cursor: unknown;
    let next = input.cursor;
    // The feed of events has no last page: its cursor stays where nothing follows.
    do {
      cursor = next;
      const given = cursor === undefined ? input : { ...input, cursor };
      const page = (await call(id, given, options)).body as { items: unknown[]; nextCursor?: string };
      yield* page.items;
      next = page.nextCursor;
    } while (next !== undefined && next !== cursor);
  }

  const ids = Object.keys(operationTable) as OperationId[];
  const eachOperation = (method: (id: OperationId) => unknown) =>
    Object.fromEntries(ids.map((id) => [id, method(id)]));
  let issuer: Promise<string> | undefined;

  return {
    ...(eachOperation((id) => async (input?: Input, options?: CallOptions) => {
      return (await call(id, input, options)).body;
    }) as Methods),
    full: eachOperation(
      (id) => (input?: Input, options?: CallOptions) => call(id, input, options),
    ) as FullMethods,
    list: Object.fromEntries(
      ids
        .filter((id) => rowOf(id).query.includes('cursor'))
        .map((id) => [id, (input?: Input, options?: CallOptions) => items(id, input, options)]),
    ) as unknown as Lists,
    events: (follow) =>
      followEvents(
        async (input, callOptions) => (await call('listEvents', input, callOptions)).body as never,
        follow,
      ),
    fetchToken: (wish = {}) => tokens.fetch(wish),
    keys,
    async verifyAnswer(answer) {
      const { credentials } = options;
      const clientId =
        answer.clientId ??
        (credentials !== undefined && 'clientId' in credentials ? credentials.clientId : undefined);
      if (clientId === undefined) throw new TypeError('clientId is missing');
      issuer ??= call('getAuthorizationServerMetadata').then(({ body }) =>
        String((body as { issuer: string }).issuer),
      );
      issuer.catch(() => {
        issuer = undefined;
      });
      return await verifySignedAnswer(
        { ...answer, clientId },
        { issuer: await issuer, keys, environment: options.environment ?? 'live' },
      );
    },
  };
}

/** Milliseconds that `Prefer: wait=N` lets the service wait before it answers: it grants 30 seconds at most. */
function readWait(prefer: unknown): number {
  return Math.min(30, Number(/(?:^|[,\s])wait="?(\d+)\b/i.exec(String(prefer))?.[1] ?? 0)) * 1000;
}

function toAnswer(received: Received, form: 'json' | 'text' | 'bytes' | 'none'): Answer<unknown> {
  const { status, headers, bytes } = received;
  if (status < 200 || status > 299) {
    const retryAfterMs = readRetryAfter(headers);
    throw toApiError({
      status,
      body: readError(received),
      requestId: headers.get('x-request-id') ?? undefined,
      retryAfterSeconds: retryAfterMs === undefined ? undefined : Math.ceil(retryAfterMs / 1000),
    });
  }
  return { status, headers, bytes, body: readBody(bytes, form) };
}

function readBody(bytes: Uint8Array, form: 'json' | 'text' | 'bytes' | 'none'): unknown {
  if (form === 'bytes') return bytes;
  if (form === 'none') return undefined;
  const text = new TextDecoder().decode(bytes);
  return form === 'text' ? text : JSON.parse(text);
}

/** The error that a body holds; that of the token endpoint has a form of its own. */
function readError({ bytes }: Received): ErrorBody {
  try {
    const body = JSON.parse(new TextDecoder().decode(bytes)) as ErrorBody & {
      readonly error?: string;
      readonly error_description?: string;
    };
    return body.error === undefined
      ? body
      : {
          code: body.error,
          ...(body.error_description === undefined ? {} : { detail: body.error_description }),
        };
  } catch {
    return {};
  }
}
