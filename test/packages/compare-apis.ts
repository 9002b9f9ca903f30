/** A part of an OpenAPI document. */
export type Json = Readonly<Record<string, unknown>>;

/** The direction in which a value goes: the caller sends it, or receives it. */
type Direction = 'request' | 'answer';

const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace'];

/**
 * What callers of an earlier API would lose by a later one, a line each; none when the later one keeps what
 * docs/reference/stability.md promises. Compares operations, webhooks, parameters, bodies and their members. NOT compared:
 * patterns, formats, ranges, headers of answers, and the meaning of anything.
 */
export function compareApis(earlier: Json, later: Json): readonly string[] {
  const losses: string[] = [];
  const compare = createSchemaComparison(earlier, later, losses);
  for (const part of ['paths', 'webhooks'] as const) {
    for (const [path, item] of entriesOf(earlier[part])) {
      const laterItem = childOf(later[part], path);
      for (const method of methods.filter((it) => item[it] !== undefined)) {
        const place = part === 'paths' ? `${method.toUpperCase()} ${path}` : `webhook ${path}`;
        const before = childOf(item, method)!;
        const after = childOf(laterItem, method);
        if (after === undefined) losses.push(`${place}: gone`);
        // The service sends what a webhook has as its request.
        else if (part === 'webhooks') compareBodies(place, before, after, 'answer');
        else compareOperations(place, before, after);
      }
    }
  }
  return losses;

  function compareOperations(place: string, before: Json, after: Json): void {
    const parameters = listParameters(earlier, before);
    const laterParameters = listParameters(later, after);
    for (const [name, parameter] of parameters) {
      const laterParameter = laterParameters.get(name);
      if (laterParameter === undefined) losses.push(`${place} ${name}: gone`);
      else
        compare(
          `${place} ${name}`,
          childOf(parameter, 'schema'),
          childOf(laterParameter, 'schema'),
          'request',
        );
    }
    for (const [name, parameter] of laterParameters) {
      if (parameter.required === true && parameters.get(name)?.required !== true)
        losses.push(`${place} ${name}: required now`);
    }
    if (childOf(before, 'requestBody') !== undefined || childOf(after, 'requestBody')?.required === true)
      compareBodies(place, before, after, 'request');
    for (const status of Object.keys(childOf(before, 'responses') ?? {})) {
      const answer = resolve(earlier, childOf(childOf(before, 'responses'), status));
      const laterAnswer = resolve(later, childOf(childOf(after, 'responses'), status));
      if (laterAnswer === undefined) losses.push(`${place} ${status}: gone`);
      else compareContents(`${place} ${status}`, answer!, laterAnswer, 'answer');
    }
  }

  function compareBodies(place: string, before: Json, after: Json, direction: Direction): void {
    const body = resolve(earlier, childOf(before, 'requestBody'));
    const laterBody = resolve(later, childOf(after, 'requestBody'));
    if (body === undefined) losses.push(`${place} body: required now`);
    else if (laterBody === undefined) losses.push(`${place} body: gone`);
    else compareContents(`${place} body`, body, laterBody, direction);
  }

  function compareContents(place: string, before: Json, after: Json, direction: Direction): void {
    for (const [type, { schema }] of entriesOf(before.content)) {
      const laterContent = childOf(childOf(after, 'content'), type);
      if (laterContent === undefined) losses.push(`${place} ${type}: gone`);
      else compare(place, schema as Json | undefined, childOf(laterContent, 'schema'), direction);
    }
  }
}

function createSchemaComparison(earlier: Json, later: Json, losses: string[]) {
  const seen = new Set<string>();
  return compare;

  function compare(
    place: string,
    before: Json | undefined,
    after: Json | undefined,
    direction: Direction,
  ): void {
    // A shape that holds itself is compared once.
    const names = `${before?.$ref} ${after?.$ref} ${direction}`;
    if (before?.$ref !== undefined && after?.$ref !== undefined) {
      if (seen.has(names)) return;
      seen.add(names);
    }
    const [one, two] = [resolve(earlier, before), resolve(later, after)];
    if (one === undefined || two === undefined) return;
    const types = listOf(one.type);
    const laterTypes = listOf(two.type);
    const [accepted, given] = direction === 'request' ? [laterTypes, types] : [types, laterTypes];
    const strange = given.filter(
      (it) => !accepted.includes(it) && !(it === 'integer' && accepted.includes('number')),
    );
    if (accepted.length > 0 && strange.length > 0) losses.push(`${place}: ${given} instead of ${accepted}`);
    if (direction === 'request') {
      const values = valuesOf(two);
      const gone =
        values === undefined ? [] : (valuesOf(one) ?? ['any']).filter((it) => !values.includes(it));
      if (gone.length > 0) losses.push(`${place}: ${gone.join(', ')} not accepted`);
    }
    compareMembers(place, one, two, direction);
    compare(`${place}[]`, childOf(one, 'items'), childOf(two, 'items'), direction);
    for (const word of ['allOf', 'anyOf', 'oneOf'] as const) {
      const shapes = listOf(one[word]) as readonly Json[];
      const laterShapes = listOf(two[word]) as readonly Json[];
      if (shapes.length > laterShapes.length) losses.push(`${place}: a shape is gone`);
      for (const [index, shape] of shapes.entries()) compare(place, shape, laterShapes[index], direction);
    }
  }

  function compareMembers(place: string, one: Json, two: Json, direction: Direction): void {
    const [required, laterRequired] = [listOf(one.required), listOf(two.required)];
    for (const [name, member] of entriesOf(one.properties)) {
      const laterMember = childOf(childOf(two, 'properties'), name);
      if (laterMember === undefined) {
        if (two.additionalProperties === undefined || direction === 'answer')
          losses.push(`${place}.${name}: gone`);
      } else compare(`${place}.${name}`, member, laterMember, direction);
      if (direction === 'answer' && required.includes(name) && !laterRequired.includes(name) && laterMember)
        losses.push(`${place}.${name}: no longer always there`);
    }
    if (direction === 'answer') return;
    for (const name of laterRequired)
      if (!required.includes(name)) losses.push(`${place}.${name}: required now`);
  }
}

/** The values of a fixed set, as JSON; undefined when any value will do. */
function valuesOf({ enum: values, const: value }: Json): readonly string[] | undefined {
  if (value !== undefined) return [JSON.stringify(value)];
  return values === undefined ? undefined : listOf(values).map((it) => JSON.stringify(it));
}

/** The parameters of an operation by where they stand and their name. */
function listParameters(document: Json, operation: Json): ReadonlyMap<string, Json> {
  const parameters = listOf(operation.parameters).map((it) => resolve(document, it as Json)!);
  return new Map(parameters.map((it) => [`${it.in} ${it.name}`, it]));
}

/** What a part refers to, or the part itself. */
function resolve(document: Json, part: Json | undefined): Json | undefined {
  let found = part;
  while (typeof found?.$ref === 'string') {
    let target: Json | undefined = document;
    for (const name of found.$ref.slice(2).split('/')) target = childOf(target, name);
    found = target;
  }
  return found;
}

function childOf(parent: unknown, name: string): Json | undefined {
  return (parent as Json | undefined)?.[name] as Json | undefined;
}

function entriesOf(parent: unknown): readonly (readonly [string, Json])[] {
  return Object.entries((parent ?? {}) as Readonly<Record<string, Json>>);
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}
