import { createResponseCheck } from '../support/openapi/check-response.ts';
import { type OpenApiDocument, type Operation, readOperations } from '../support/openapi/read-operations.ts';

/** What each operation answered while it was recorded. */
export type Recording = {
  readonly operations: readonly Operation[];
  /** Answers as `operationId status`. */
  readonly seen: ReadonlySet<string>;
  /** Answers that the document does not have, or of another form than it says. */
  readonly faults: readonly string[];
  /** The operation at an address. */
  find(method: string, pathname: string): Operation | undefined;
  /** Ends it. */
  stop(): void;
};

/** Records every answer to `fetch` at these addresses, and compares it with the document. */
export function recordAnswers(document: OpenApiDocument, origins: () => readonly string[]): Recording {
  const operations = readOperations(document);
  const check = createResponseCheck(document);
  const seen = new Set<string>();
  const faults: string[] = [];
  const patterns = operations
    .map((operation) => ({
      operation,
      pattern: new RegExp(`^${operation.path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    }))
    // `/v1/cases/next` before `/v1/cases/{caseId}`.
    .sort((one, other) => one.operation.path.split('{').length - other.operation.path.split('{').length);
  const at = (pathname: string) => patterns.filter(({ pattern }) => pattern.test(pathname));
  const find = (method: string, pathname: string) =>
    at(pathname).find(({ operation }) => operation.method === method)?.operation;
  const original = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const response = await original(input, init);
    const { origin, pathname } = new URL(String(input));
    if (!origins().includes(origin)) return response;
    // The method that is refused is the one of the other operation at the address.
    const found =
      find(init?.method ?? 'GET', pathname) ??
      (response.status === 405 ? at(pathname)[0]?.operation : undefined);
    if (found === undefined) return response;
    seen.add(`${found.id} ${response.status}`);
    const contentType = response.headers.get('content-type') ?? '';
    const fault = check(found, { status: response.status, contentType, text: await response.clone().text() });
    if (fault !== undefined) faults.push(`${found.id}: ${fault}`);
    return response;
  };
  return {
    operations,
    seen,
    faults,
    find,
    stop() {
      globalThis.fetch = original;
    },
  };
}
