import type { TSchema } from 'typebox';
import { checkedAttributes } from '../attributes/check-attributes.ts';
import type { CompiledExpression } from '../rules/rule-language.ts';
import type { Source, SubjectKind } from '../types.ts';

/** The fields of basic data that the interface names. A source of the operator's own may give others. */
const basicDataFields = {
  person: ['name', 'fatherName', 'motherName', 'birthDate', 'rg', 'gender'],
  company: [
    'openingDate',
    'officialName',
    'fantasyName',
    'companySize',
    'companyEmail',
    'mainActivity',
    'secondaryActivities',
    'legalNature',
    'status',
    'jointStock',
    'phoneNumber',
  ],
} as const satisfies Readonly<Record<SubjectKind, readonly string[]>>;

/** The fields that something has, each with those below it; `any` where nobody can say. */
type Fields = { readonly [name: string]: Fields } | 'any';

const scalar: Fields = {};

/** Basic data that are no text. */
const listsOf = { person: {}, company: { secondaryActivities: 'any' } } as const;

/** Fields that a rule may name, of a template about such a subject and with these sources. */
export type KnownFields = Fields;

/**
 * The names that rules of a template may use: see the reference of the rule language. `sources`: the template's
 * sources.
 */
export function listKnownFields(subject: SubjectKind, sources: readonly Source[]): KnownFields {
  const ofSubject = sources.filter((source) => source.subject === subject);
  const data = new Map(ofSubject.map((source) => [source.name, fieldsOf(source.dataSchema)]));
  // A source whose data are anything may give anything to the basic data as well.
  const isOpen = [...data.values()].includes('any');
  const check = { verdict: scalar, similarity: scalar, source: scalar };
  return {
    basicData: isOpen ? 'any' : { ...toFields(basicDataFields[subject], scalar), ...listsOf[subject] },
    sources: Object.fromEntries(
      [...data].map(([name, fields]) => [name, { outcome: scalar, found: scalar, data: fields }]),
    ),
    face: {
      registered: scalar,
      references: scalar,
      lastMatch: toFields(
        ['date', 'isMatch', 'isFaceMatch', 'isAlive', 'similarity', 'livenessProbability'],
        scalar,
      ),
    },
    registry: { imported: scalar, dataMonth: scalar, generation: scalar },
    attributes: 'any',
    checks: toFields(checkedAttributes[subject], check),
  };
}

/** The unknown fields of an expression, each explained for its author. */
export function findUnknownFields(
  { fields }: Pick<CompiledExpression, 'fields'>,
  known: KnownFields,
): readonly string[] {
  const problems = fields.flatMap(({ path }) => {
    let level: Fields = known;
    for (const [index, name] of path.entries()) {
      if (level === 'any') return [];
      if (!Object.hasOwn(level, name)) {
        // A source that the template does not list is told by its name.
        if (path[0] === 'sources' && index === 1) return [];
        const names = Object.keys(level).join(', ');
        const others = names === '' ? 'it has no fields' : `there are: ${names}`;
        return [`names ${path.slice(0, index + 1).join('.')}, which does not exist; ${others}`];
      }
      level = level[name]!;
    }
    return [];
  });
  return [...new Set(problems)];
}

/** Texts that members named so may have, by the schemas of these sources; others are no member with fixed texts. */
export type KnownTexts = ReadonlyMap<string, ReadonlySet<string>>;

/** The fixed texts of members of a source's data, such as the names of lists. */
export function listKnownTexts(sources: readonly Source[]): KnownTexts {
  const texts = new Map<string, Set<string>>();
  const open = new Set<string>();
  const walk = (schema: TSchema, name?: string): void => {
    const { properties, items, anyOf, enum: values, type } = schema as SchemaParts;
    for (const [member, below] of Object.entries(properties ?? {})) walk(below, member);
    for (const below of anyOf ?? []) walk(below, name);
    if (items !== undefined) walk(items);
    if (name === undefined || type !== 'string') return;
    if (values === undefined) open.add(name);
    else texts.set(name, new Set([...(texts.get(name) ?? []), ...values]));
  };
  for (const { dataSchema } of sources) walk(dataSchema);
  return new Map([...texts].filter(([name]) => !open.has(name)));
}

/** Comparisons with a text that no data have: such a rule would never match, and nobody would notice. */
export function findUnknownTexts(
  { compared }: Pick<CompiledExpression, 'compared'>,
  known: KnownTexts,
): readonly string[] {
  const problems = compared.flatMap(({ member, text }) => {
    const texts = known.get(member);
    if (texts === undefined || texts.has(text)) return [];
    return [`compares ${member} with "${text}", which it never is; there are: ${[...texts].join(', ')}`];
  });
  return [...new Set(problems)];
}

type SchemaParts = {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
  readonly enum?: readonly string[];
};

function toFields(names: readonly string[], below: Fields): { readonly [name: string]: Fields } {
  return Object.fromEntries(names.map((name) => [name, below]));
}

function fieldsOf(schema: TSchema): Fields {
  const {
    type,
    properties,
    additionalProperties = false,
  } = schema as {
    readonly type?: string;
    readonly properties?: Readonly<Record<string, TSchema>>;
    readonly additionalProperties?: unknown;
  };
  if (['string', 'number', 'integer', 'boolean'].includes(type ?? '')) return scalar;
  if (properties === undefined || additionalProperties !== false) return 'any';
  return Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, fieldsOf(member)]));
}
