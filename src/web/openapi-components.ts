import { isDeepStrictEqual } from 'node:util';

type Json = Record<string, unknown>;

/** The part of an OpenAPI document that has schemas in it. */
export type SchemaHolder = {
  readonly paths?: unknown;
  readonly webhooks?: unknown;
  components?: { schemas?: unknown };
};

/**
 * Moves every schema with a `title` to `components.schemas` under that name and leaves a reference, so that generated
 * clients have types of these names. Throws TypeError when two schemas of one title differ in more than their
 * descriptions.
 */
export function nameComponents<Document extends SchemaHolder>(document: Document): Document {
  const named: Json = {};
  Object.assign(named, replaceNamed(document.components?.schemas ?? {}, named));
  const paths = replaceNamed(document.paths, named);
  const webhooks =
    document.webhooks === undefined ? {} : { webhooks: replaceNamed(document.webhooks, named) };
  const schemas = shareThings(sorted(named) as Schemas);
  return { ...document, paths, ...webhooks, components: { ...document.components, schemas } };
}

function replaceNamed(value: unknown, named: Json): unknown {
  if (Array.isArray(value)) return value.map((item) => replaceNamed(item, named));
  if (typeof value !== 'object' || value === null) return value;
  const replaced: Json = Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, replaceNamed(member, named)]),
  );
  const merged = mergeChoices(replaced);
  const { title, ...schema } = merged;
  // A property called "title" is an object.
  if (typeof title !== 'string') return merged;
  const known = named[title];
  if (known === undefined) named[title] = schema;
  else if (!isDeepStrictEqual(withoutDescription(known as Json), withoutDescription(schema))) {
    throw new TypeError(`two schemas that differ have the title ${title}`);
  }
  return { $ref: `#/components/schemas/${title}` };
}

/** Texts to choose from as one list, where they stand as alternatives of one text each. */
function mergeChoices({ anyOf, ...others }: Json): Json {
  if (anyOf === undefined) return others;
  const choices = (anyOf as readonly Json[]).map(({ type, enum: values, ...rest }) =>
    type === 'string' && Array.isArray(values) && Object.keys(rest).length === 0 ? values : undefined,
  );
  if (choices.includes(undefined)) return { anyOf, ...others };
  return { type: 'string', enum: choices.flat(), ...others };
}

type Schemas = Readonly<Record<string, Json & { readonly properties?: Json; readonly required?: string[] }>>;

/**
 * Answers that are a thing beside their `requestId`, some with more members, refer to the largest such thing. What an
 * answer means is said where it is answered: several operations may have the same.
 */
function shareThings(schemas: Schemas): Json {
  let isAnswerUsed = false;
  const shared = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const { properties = {}, required = [] } = schema;
      if (!('requestId' in properties)) return [name, schema];
      const [thing] = Object.entries(schemas)
        .filter(([other, { properties: members = {} }]) => other !== name && !('requestId' in members))
        .filter(([, each]) => isPartOf(each, properties, required))
        .sort(([, one], [, other]) => sizeOf(other) - sizeOf(one));
      if (thing === undefined) return [name, withoutDescription(schema)];
      const [title, { properties: shared = {}, required: demanded = [] }] = thing;
      const own = {
        type: 'object',
        required: required.filter((member) => !demanded.includes(member)),
        properties: Object.fromEntries(Object.entries(properties).filter(([member]) => !(member in shared))),
      };
      const isAlone = Object.keys(own.properties).join() === 'requestId';
      isAnswerUsed ||= isAlone;
      const rest = isAlone ? { $ref: '#/components/schemas/Answer' } : own;
      return [name, { allOf: [rest, { $ref: `#/components/schemas/${title}` }] }];
    }),
  );
  if (!isAnswerUsed) return shared;
  const { requestId } = Object.values(schemas).find((each) => 'requestId' in (each.properties ?? {}))!
    .properties!;
  return { Answer: { type: 'object', required: ['requestId'], properties: { requestId } }, ...shared };
}

/** Smaller things are left where they are: a reference is no shorter. */
const leastShared = 3;

function isPartOf(
  { properties: members = {}, required: demanded = [] }: Schemas[string],
  properties: Json,
  required: readonly string[],
): boolean {
  return (
    Object.keys(members).length >= leastShared &&
    Object.entries(members).every(([member, schema]) => isDeepStrictEqual(properties[member], schema)) &&
    demanded.every((member) => required.includes(member))
  );
}

function sizeOf({ properties }: Schemas[string]): number {
  return JSON.stringify(properties).length;
}

function withoutDescription({ description: _dropped, ...rest }: Json): Json {
  return rest;
}

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

/** The document with answers, parameters and examples that several operations have in `components`. */
export function shareComponents<Document extends Repetitive>(document: Document): Document {
  const paths = structuredClone(document.paths ?? {}) as Paths;
  const webhooks = structuredClone(document.webhooks ?? {}) as Paths;
  const operations = [paths, webhooks]
    .flatMap((each) => Object.values(each))
    .flatMap((each) => Object.values(each));
  const uses = countUses(
    operations.flatMap(({ parameters = [], responses }) => [...parameters, ...Object.values(responses)]),
  );
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
  const uses = countUses(bodies.map(({ example }) => example));
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

/** The times that each value is there, by its text. */
function countUses(values: readonly unknown[]): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  for (const text of values.map((value) => JSON.stringify(value))) uses.set(text, (uses.get(text) ?? 0) + 1);
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
