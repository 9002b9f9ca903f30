import { Compile, type Validator } from 'typebox/schema';
import type { JsonSchema, OpenApiDocument, Operation } from './read-operations.ts';

export type Received = {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
};

/** What is wrong with an answer, in a few words; undefined when it is as the document says. */
export type ResponseCheck = (operation: Operation, received: Received) => string | undefined;

/** Compares answers with the document: status, media type, and the body with its schema. */
export function createResponseCheck(document: OpenApiDocument): ResponseCheck {
  const validators = new Map<JsonSchema, Validator>();
  const validatorOf = (schema: JsonSchema): Validator => {
    let validator = validators.get(schema);
    if (validator === undefined) {
      validator = Compile({ ...schema, components: document.components });
      validators.set(schema, validator);
    }
    return validator;
  };

  return (operation, { status, contentType, text }) => {
    if (status === 500) return 'status 500';
    const documented = operation.responses[status];
    if (documented === undefined) return `status ${status} is not documented`;
    const { content } = documented;
    if (content === undefined)
      return text === '' ? undefined : `status ${status} has a body that is not documented`;
    const mediaType = contentType.split(';')[0]!.trim();
    const found = Object.entries(content).find(([range]) => covers(range, mediaType))?.[1];
    if (found === undefined) return `status ${status} comes as ${mediaType || 'nothing'}`;
    if (mediaType !== 'application/json' || found.schema === undefined) return undefined;
    const value = parse(text);
    if (value === undefined) return `status ${status} is not well-formed JSON`;
    const validator = validatorOf(found.schema);
    if (validator.Check(value)) return undefined;
    const [, [error]] = validator.Errors(value) as unknown as [
      boolean,
      { instancePath: string; message: string }[],
    ];
    return `status ${status} is not of its schema: ${error?.instancePath} ${error?.message}`;
  };
}

function covers(range: string, mediaType: string): boolean {
  return range === mediaType || (range.endsWith('/*') && mediaType.startsWith(range.slice(0, -1)));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
