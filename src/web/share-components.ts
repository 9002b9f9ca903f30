import { isDeepStrictEqual } from 'node:util';

type Json = Record<string, unknown>;
type Media = { readonly schema?: { readonly $ref?: string }; readonly examples?: Json };
type Answer = { readonly content?: Record<string, Media> };
type Operation = { parameters?: Json[]; responses: Record<string, Json> };
type Paths = Record<string, Record<string, Operation>>;

/** The part of an OpenAPI document that repeats itself. */
type Repetitive = { readonly paths?: unknown; readonly webhooks?: unknown; readonly components?: object };

/**
 * The document with answers and parameters that several operations have in `components`.
 */
export function shareComponents<Document extends Repetitive>(document: Document): Document {
  const paths = structuredClone(document.paths ?? {}) as Paths;
  const webhooks = structuredClone(document.webhooks ?? {}) as Paths;
  const operations = [paths, webhooks]
    .flatMap((each) => Object.values(each))
    .flatMap((each) => Object.values(each));
  const uses = countUses(operations);
  const isRepeated = (part: Json) => uses.get(JSON.stringify(part)) !== 1;
  const usual = mostUsed(operations, uses);
  const responses: Json = {};
  const parameters: Json = {};
  for (const operation of operations) {
    for (const [status, answer] of Object.entries(operation.responses)) {
      if (isRepeated(answer))
        operation.responses[status] = refer(
          'responses',
          nameOf(status, answer, JSON.stringify(answer) === usual.get(status)),
          answer,
          responses,
        );
    }
    if (operation.parameters === undefined) continue;
    operation.parameters = operation.parameters.map((parameter) =>
      isRepeated(parameter) ? refer('parameters', String(parameter.name), parameter, parameters) : parameter,
    );
  }
  return {
    ...document,
    paths,
    ...(document.webhooks === undefined ? {} : { webhooks }),
    components: { ...document.components, parameters: sorted(parameters), responses: sorted(responses) },
  };
}

/** The most frequent answer of each status, as text. */
function mostUsed(
  operations: readonly Operation[],
  uses: ReadonlyMap<string, number>,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [status, answer] of operations.flatMap(({ responses }) => Object.entries(responses))) {
    const text = JSON.stringify(answer);
    if (uses.get(text)! > (uses.get(found.get(status) ?? '') ?? 0)) found.set(status, text);
  }
  return found;
}

function countUses(operations: readonly Operation[]): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  for (const { parameters = [], responses } of operations) {
    for (const part of [...parameters, ...Object.values(responses)]) {
      const text = JSON.stringify(part);
      uses.set(text, (uses.get(text) ?? 0) + 1);
    }
  }
  return uses;
}

/** `Error404` for the usual answer of a status; with the first code for others, and `Answer` with the schema, whose status may differ. */
function nameOf(status: string, { content = {} }: Answer, isUsual: boolean): string {
  const [media] = Object.values(content);
  const [code] = Object.keys(media?.examples ?? {});
  if (code !== undefined) return isUsual ? `Error${status}` : `Error${status}.${code}`;
  const schema = media?.schema?.$ref?.split('/').at(-1);
  return schema === undefined ? `Answer${status}` : `Answer.${schema}`;
}

/** A reference to the component, which gets the name, or the name and a number when another has it. */
function refer(kind: string, name: string, value: unknown, components: Json): Json {
  for (let count = 1; ; count += 1) {
    const free = count === 1 ? name : `${name}.${count}`;
    components[free] ??= value;
    if (isDeepStrictEqual(components[free], value)) return { $ref: `#/components/${kind}/${free}` };
  }
}

function sorted(components: Json): Json {
  return Object.fromEntries(Object.entries(components).sort(([one], [other]) => (one < other ? -1 : 1)));
}
