import { exampleMoment, exampleOfPattern, exampleText } from './example-texts.ts';

type Schema = { readonly [keyword: string]: unknown };

/** The components that references of a schema lead to. */
export type ExampleSchemas = Readonly<Record<string, Schema>>;

/** Where in a body a schema stands. */
type Place = {
  /** The property, or the parameter. */
  readonly name: string;
  /** The component, or the path, that the property belongs to. */
  readonly owner: string;
  readonly isRequest: boolean;
  readonly depth: number;
};

/** Optional members that a request shows, since one of their kind makes it useful. */
const shownInRequests = new Set([
  ...['cpf', 'imageUrl', 'intervalDays', 'legalBasis', 'personId', 'role', 'templateId', 'url'],
]);

/** Optional members that an answer leaves out: they contradict others. */
const hiddenInAnswers = new Set([
  'disabledAt',
  'disabledReason',
  'failingSince',
  'failure',
  'nextAttemptAt',
  'revokedAt',
  'snoozedUntil',
]);

/** Members whose own `id` is that of an account. */
const peopleInAnswers = /^(actor|addedBy|assignee|author|by|proposedBy)$/;
const numbers: Readonly<Record<string, number>> = {
  expires_in: 3_600,
  eyeDistancePx: 100,
  faceWidthPx: 240,
  falseMatchRate: 0.0001,
  priority: 50,
};

/** Deeper than this an example says only what a schema demands. */
const fullDepth = 3;

/**
 * An example of a schema, invented: the first of its own `examples`, or else values that its keywords and the names of
 * its properties suggest. Requests and the items of a list hold what is required, and what a schema shows with
 * `examples`; other answers hold everything. Throws TypeError for a text with a pattern that nothing here fits.
 */
export function makeExample(
  schema: Schema,
  schemas: ExampleSchemas,
  place: Pick<Place, 'name' | 'owner' | 'isRequest'>,
): unknown {
  return exampleOf(schema, schemas, { ...place, depth: 0 });
}

function exampleOf(schema: Schema, schemas: ExampleSchemas, place: Place): unknown {
  const { $ref, examples, const: constant, enum: choices, anyOf, oneOf, allOf, type } = schema;
  if (Array.isArray(examples) && examples.length > 0) return examples[0];
  if (constant !== undefined) return constant;
  if (typeof $ref === 'string') {
    const owner = $ref.slice($ref.lastIndexOf('/') + 1);
    return exampleOf(schemas[owner] ?? {}, schemas, { ...place, owner, depth: place.depth + 1 });
  }
  if (Array.isArray(choices)) return choices[0];
  const alternatives = (anyOf ?? oneOf) as readonly Schema[] | undefined;
  const alternative = alternatives?.find((each) => each.type !== 'null') ?? alternatives?.[0];
  if (alternative !== undefined) return exampleOf(alternative, schemas, place);
  if (Array.isArray(allOf)) {
    return Object.assign({}, ...(allOf as Schema[]).map((each) => exampleOf(each, schemas, place)));
  }
  if (type === 'object' || schema.properties !== undefined) return exampleObject(schema, schemas, place);
  if (type === 'array') {
    const least = Number(schema.minItems ?? 0);
    const count = place.depth > fullDepth ? least : Math.max(1, least);
    const item = { ...place, depth: place.depth + 1 };
    return Array.from({ length: count }, () => exampleOf((schema.items ?? {}) as Schema, schemas, item));
  }
  if (type === 'boolean') return /^is(Enabled|Match|FaceMatch|Alive|Reliable|Visible)$/.test(place.name);
  if (type === 'integer' || type === 'number') return numbers[place.name] ?? exampleNumber(schema, type);
  if (type === 'null') return null;
  return exampleString(schema, place);
}

function exampleObject(schema: Schema, schemas: ExampleSchemas, place: Place): unknown {
  const members = (schema.properties ?? {}) as Readonly<Record<string, Schema>>;
  const required = (schema.required ?? []) as readonly string[];
  const isSparse = place.isRequest || place.depth > fullDepth;
  const isShown = (name: string) => {
    if (required.includes(name) || members[name]?.examples !== undefined) return true;
    if (isSparse) return place.isRequest && shownInRequests.has(name);
    return !hiddenInAnswers.has(name) && !(name === 'companyId' && 'personId' in members);
  };
  const names = Object.keys(members).filter(isShown);
  return Object.fromEntries(
    names.map((name) => [
      name,
      exampleOf(members[name]!, schemas, {
        ...place,
        name,
        owner: peopleInAnswers.test(name) ? 'account' : place.owner,
        depth: name === 'items' && 'nextCursor' in members ? fullDepth : place.depth + 1,
      }),
    ]),
  );
}

function exampleNumber({ minimum, maximum }: Schema, type: 'integer' | 'number'): number {
  if (type === 'integer') return Math.min(Number(maximum ?? Infinity), Math.max(Number(minimum ?? 1), 1));
  const least = Number(minimum ?? 0);
  const most = Number(maximum ?? least + 1);
  return Number((least + (most - least) * 0.8).toFixed(4));
}

function exampleString(schema: Schema, { name, owner }: Place): string {
  const { pattern, format, minLength = 0, maxLength = Infinity } = schema;
  if (format === 'date-time') return exampleMoment;
  if (format === 'date') return exampleMoment.slice(0, 10);
  if (typeof pattern === 'string') {
    const found = exampleOfPattern(pattern, name);
    if (found === undefined) throw new TypeError(`${owner} ${name}: no example for ${pattern}`);
    return found;
  }
  return exampleText(name, owner).padEnd(Number(minLength), 'x').slice(0, Number(maxLength));
}
