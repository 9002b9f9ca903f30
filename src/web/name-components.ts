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
  const schemas = shareThings(
    Object.fromEntries(Object.entries(named).sort(([one], [other]) => (one < other ? -1 : 1))) as Schemas,
  );
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
