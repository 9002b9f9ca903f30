import openapiTypescript, { astToString } from 'openapi-typescript';

/** The parts of the OpenAPI document that the client's tables are made of. */
export type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};

type Operation = {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly security?: readonly object[];
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
};

const notice = '// Written by packages/client/prepare.ts from the OpenAPI document. Do not edit.\n';

/** The sources of the client that follow from the service, by their names below packages/client/src. */
export async function renderClientSources(
  document: Document,
  /** The same with shared parameters and answers in their places. */
  whole: Document,
  errorCodes: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  return {
    'openapi.ts': `${notice}${astToString(await openapiTypescript(document as never, { alphabetize: true, enum: false }))}`,
    'operations.ts': renderOperations(whole),
    'error-codes.ts': `${notice}
/** The \`code\` of every error that the service answers with. Later versions may add some. */
export type ErrorCode =
${[...errorCodes]
  .sort()
  .map((code) => `  | '${code}'`)
  .join('\n')};
`,
  };
}

function renderOperations({ paths }: Document): string {
  const rows = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const names = (where: string) =>
        (operation.parameters ?? []).filter((one) => one.in === where).map(({ name }) => name);
      return `  ${operation.operationId}: ${JSON.stringify({
        method: method.toUpperCase(),
        path,
        query: names('query'),
        headers: Object.fromEntries(names('header').map((name) => [parameterName(name), name])),
        bodies: Object.keys(operation.requestBody?.content ?? {}),
        needsToken: (operation.security ?? []).length > 0,
        answer: answerOf(operation),
      })},`;
    }),
  );
  return `${notice}
/** The parts of a request of each operation. */
export const operationTable = {
${rows.sort().join('\n')}
} as const;
`;
}

function answerOf({ responses }: Operation): 'json' | 'text' | 'bytes' | 'none' {
  const types = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, { content }]) => Object.keys(content ?? {}));
  if (types.length === 0) return 'none';
  if (types.every((type) => type === 'application/json')) return 'json';
  return types.every((type) => /^text\/|json$/.test(type)) ? 'text' : 'bytes';
}

/** `x-people-id` as callers write it: `peopleId`. */
function parameterName(header: string): string {
  return header.replace(/^x-/, '').replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
