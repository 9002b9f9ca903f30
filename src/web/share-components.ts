import { isDeepStrictEqual } from 'node:util';

type Json = Record<string, unknown>;
type Media = { readonly schema?: { readonly $ref?: string }; example?: unknown; examples?: Json };
type Answer = { readonly content?: Record<string, Media> };
type Operation = { parameters?: Json[]; responses: Record<string, Json> };
type Paths = Record<string, Record<string, Operation>>;

/** The part of an OpenAPI document that repeats itself. */
type Repetitive = {
  readonly paths?: unknown;
  readonly webhooks?: unknown;
  readonly components?: { readonly examples?: object };
};

/**
 * The document with answers, parameters and examples that several operations have in `components`.
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
  const examples: Json = { ...document.components?.examples };
  const answers = [
    ...operations.flatMap(({ responses: own }) => Object.values(own)),
    ...Object.values(responses),
  ];
  shareExamples(answers as Answer[], examples);
  return {
    ...document,
    paths,
    ...(document.webhooks === undefined ? {} : { webhooks }),
    components: {
      ...document.components,
      examples: sorted(examples),
      parameters: sorted(parameters),
      responses: sorted(responses),
    },
  };
}

/** Puts an example that several answers have into the components, under the name of its schema. */
function shareExamples(answers: readonly Answer[], examples: Json): void {
  const bodies = answers
    .flatMap(({ content = {} }) => Object.values(content))
    .filter(({ example }) => example !== undefined);
  const uses = new Map<string, number>();
  for (const { example } of bodies) {
    const text = JSON.stringify(example);
    uses.set(text, (uses.get(text) ?? 0) + 1);
  }
  for (const media of bodies) {
    const { schema, example } = media;
    const name = schema?.$ref?.split('/').at(-1);
    if (name === undefined || uses.get(JSON.stringify(example)) === 1) continue;
    delete media.example;
    media.examples = { [name]: refer('examples', name, { value: example }, examples) };
  }
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
