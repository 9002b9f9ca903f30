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
  const named = { ...(document.components?.schemas as Json | undefined) };
  const paths = replaceNamed(document.paths, named);
  const webhooks =
    document.webhooks === undefined ? {} : { webhooks: replaceNamed(document.webhooks, named) };
  const schemas = Object.fromEntries(Object.entries(named).sort(([one], [other]) => (one < other ? -1 : 1)));
  return { ...document, paths, ...webhooks, components: { ...document.components, schemas } };
}

function replaceNamed(value: unknown, named: Json): unknown {
  if (Array.isArray(value)) return value.map((item) => replaceNamed(item, named));
  if (typeof value !== 'object' || value === null) return value;
  const replaced: Json = Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, replaceNamed(member, named)]),
  );
  const { title, ...schema } = replaced;
  // A property called "title" is an object.
  if (typeof title !== 'string') return replaced;
  const known = named[title];
  if (known === undefined) named[title] = schema;
  else if (!isDeepStrictEqual(withoutDescription(known as Json), withoutDescription(schema))) {
    throw new TypeError(`two schemas that differ have the title ${title}`);
  }
  return { $ref: `#/components/schemas/${title}` };
}

function withoutDescription({ description: _dropped, ...rest }: Json): Json {
  return rest;
}
