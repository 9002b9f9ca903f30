import { operationTable } from './operations.ts';
import { isPhoto, type Photo, readPhoto } from './read-photo.ts';
import type { OutgoingRequest } from './send.ts';
import type { OperationId } from './types.ts';

/** The entry of one operation in the generated table. */
export type OperationRow = {
  readonly method: string;
  readonly path: string;
  readonly query: readonly string[];
  /** Headers by the names that callers use. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bodies: readonly string[];
  readonly needsToken: boolean;
  readonly answer: 'json' | 'text' | 'bytes' | 'none';
};

export type Input = Readonly<Record<string, unknown>>;

/** The row of an operation. */
export function rowOf(id: OperationId): OperationRow {
  return operationTable[id];
}

/**
 * The request of an operation with these parameters. Throws `TypeError` for a parameter that the operation does not
 * have, and for one of the path that is missing: `/v1/people/` would be another address.
 */
export async function buildRequest(
  baseUrl: string,
  row: OperationRow,
  input: Input,
): Promise<OutgoingRequest> {
  const { body, ...parameters } = input;
  const path = row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = take(parameters, name);
    // An address would lose its last part with these.
    if (value === undefined || ['', '.', '..'].includes(value)) throw new TypeError(`${name} is missing`);
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams();
  for (const name of row.query) {
    const value = take(parameters, name);
    if (value !== undefined) query.set(name, value);
  }
  const headers: Record<string, string> = {};
  for (const [name, header] of Object.entries(row.headers)) {
    const value = take(parameters, name);
    if (value !== undefined) headers[header] = value;
  }
  const [unknown] = Object.keys(parameters);
  if (unknown !== undefined) throw new TypeError(`there is no parameter ${unknown}`);
  const search = query.size === 0 ? '' : `?${query}`;
  return { url: `${baseUrl}${path}${search}`, method: row.method, ...(await encodeBody(row, body, headers)) };
}

async function encodeBody(
  { bodies }: OperationRow,
  body: unknown,
  headers: Readonly<Record<string, string>>,
): Promise<Pick<OutgoingRequest, 'headers' | 'body'>> {
  if (body === undefined) return { headers, body: undefined };
  if (body instanceof FormData) return { headers, body };
  if (bodies.some((type) => type.startsWith('image/')) && isPhoto(body)) {
    const { bytes, type } = await readPhoto(body as Photo);
    return { headers: { ...headers, 'content-type': type }, body: bytes };
  }
  if (bodies.includes('application/x-www-form-urlencoded')) {
    return { headers, body: new URLSearchParams(body as Record<string, string>) };
  }
  return { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** Removes a parameter and gives it as text. */
function take(parameters: Record<string, unknown>, name: string): string | undefined {
  const value = parameters[name];
  delete parameters[name];
  return value === undefined || value === null ? undefined : String(value);
}
