import createClient from 'openapi-fetch';
import { ApiError } from './api-error.ts';
import type { paths } from './schema.ts';

/** Address of the service without a slash at its end: the page stands at /console/ below it. */
export const serviceUrl = new URL('..', document.baseURI).href.replace(/\/$/, '');

let csrfToken: string | undefined;

/** The token that requests which change something carry. */
export function keepCsrfToken(token: string | undefined): void {
  csrfToken = token;
}

/** The documented interface of the service, with the session's cookie. */
export const api = createClient<paths>({ baseUrl: serviceUrl });

api.use({
  onRequest({ request }) {
    if (request.method !== 'GET' && csrfToken !== undefined) request.headers.set('x-csrf-token', csrfToken);
    return request;
  },
});

/**
 * The answer to a request.
 * @throws {ApiError} the error of the service; `connection_lost` without an answer
 */
export async function answerOf<Data>(
  request: Promise<{ readonly data?: Data; readonly error?: unknown; readonly response: Response }>,
): Promise<Data> {
  const { data, error, response } = await request.catch((cause: unknown) => {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw new ApiError(0, undefined);
  });
  if (!response.ok) throw new ApiError(response.status, error);
  return data as Data;
}

type Page<Item> = { readonly items: readonly Item[]; readonly nextCursor?: string | undefined };

/**
 * Every entry of a list, page after page.
 * @throws {ApiError} as `answerOf`
 */
export async function allOf<Item>(
  ask: (query: {
    limit: number;
    cursor?: string;
  }) => Promise<{ readonly data?: Page<Item>; readonly error?: unknown; readonly response: Response }>,
): Promise<{ readonly items: readonly Item[] }> {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    const page = await answerOf(ask({ limit: 200, ...(cursor === undefined ? {} : { cursor }) }));
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return { items };
}
