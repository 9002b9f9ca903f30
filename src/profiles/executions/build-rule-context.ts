import type { Db } from '../../platform/db/index.ts';
import type { AttributeCheck } from '../attributes/check-attributes.ts';
import { toBasicData } from '../merge-basic-data.ts';
import type { ProfileField } from '../profile-state.ts';
import type { ProfilesDeps } from '../profiles-deps.ts';
import type { RuleContext } from '../rules/rule-language.ts';
import type { JsonObject, Subject } from '../types.ts';
import type { Answer } from './consult-sources.ts';

/** The calendar day where the companies and people are. */
const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo', dateStyle: 'short' });

/** The context that the rules of an execution read. */
export async function buildRuleContext(
  db: Db,
  deps: Pick<ProfilesDeps, 'faces' | 'registry'>,
  input: {
    readonly subject: Subject;
    readonly fields: Readonly<Record<string, ProfileField>>;
    readonly answers: readonly Answer[];
    readonly attributes: JsonObject;
    readonly checks: Readonly<Record<string, AttributeCheck>>;
    readonly now: Date;
  },
): Promise<RuleContext> {
  const { subject, answers } = input;
  const face =
    subject.kind === 'person' ? await deps.faces(db, subject.id) : { registered: false, references: 0 };
  const sources = Object.fromEntries(
    answers.map((answer) => [
      answer.source,
      {
        outcome: answer.outcome,
        found: answer.outcome === 'found',
        ...(answer.outcome === 'found' ? { data: withIntegers(answer.knowledge!.data) } : {}),
      },
    ]),
  );
  return {
    basicData: withIntegers(toBasicData(input.fields) ?? {}),
    sources,
    face: { ...face, references: BigInt(face.references) },
    registry: withIntegers(await deps.registry(db)),
    attributes: withIntegers(input.attributes),
    checks: input.checks,
    today: day.format(input.now),
  };
}

/** JSON with its whole numbers as the rule language's integers, so that they can be counted with. */
function withIntegers(value: unknown): unknown {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (Array.isArray(value)) return value.map(withIntegers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withIntegers(member)]));
}
