import { type Static, Type } from 'typebox';
import { maxRuleLength } from '../rules/rule-language.ts';

const verdicts = Type.Union(
  [
    Type.Literal('APPROVED'),
    Type.Literal('REPROVED'),
    Type.Literal('PENDING'),
    Type.Literal('WAITING_DOCUMENTS'),
  ],
  { description: 'APPROVED, REPROVED, PENDING or WAITING_DOCUMENTS.' },
);

/** Levels of partners that one execution may onboard. */
const maxOnboardingDepth = 5;

export const QueryTemplateDefinitionSchema = Type.Object(
  {
    name: Type.Optional(
      Type.String({ minLength: 1, maxLength: 120, description: 'For the readers of the list.' }),
    ),
    subject: Type.Union([Type.Literal('person'), Type.Literal('company')], {
      description: 'Whom it is about; it cannot be changed later.',
    }),
    sources: Type.Array(
      Type.Object(
        {
          name: Type.String({ minLength: 1, maxLength: 80 }),
          maxAge: Type.Optional(
            Type.String({
              maxLength: 40,
              description:
                'ISO 8601 duration: maximum age of a reused answer. Default: no reuse; every execution queries the source. Local data are always queried.',
            }),
          ),
          isRequired: Type.Optional(
            Type.Boolean({
              description:
                'Whether nothing is decided while it cannot be asked, and nothing approved while it has nothing. Default true.',
            }),
          ),
        },
        { additionalProperties: false },
      ),
      {
        title: 'QueryTemplateSources',
        maxItems: 30,
        description: 'Queried at the same time. For each field the first source with a value counts.',
      },
    ),
    rules: Type.Array(
      Type.Object(
        {
          name: Type.String({ minLength: 1, maxLength: 80, description: 'Told when it decides.' }),
          when: Type.String({
            minLength: 1,
            maxLength: maxRuleLength,
            description:
              'CEL expression of basicData, sources, face, registry, attributes, checks and today.',
          }),
          status: verdicts,
          isForReview: Type.Optional(
            Type.Boolean({ description: 'True: a match opens a case for people. Default false.' }),
          ),
        },
        { additionalProperties: false },
      ),
      {
        title: 'QueryTemplateRules',
        maxItems: 50,
        description:
          'The most severe status of those that match: REPROVED, WAITING_DOCUMENTS, PENDING, APPROVED.',
      },
    ),
    otherwise: Type.Optional({ ...verdicts, description: 'When no rule matches. Default PENDING.' }),
    onboardPartners: Type.Optional(
      Type.Object(
        {
          isEnabled: Type.Boolean(),
          depth: Type.Optional(
            Type.Integer({
              minimum: 1,
              maximum: maxOnboardingDepth,
              description:
                'Levels: 1 is the partners, 2 the partners of companies among them as well. Default 1.',
            }),
          ),
          isAwaited: Type.Optional(
            Type.Boolean({
              description: 'True: the company is decided only after its partners. Default false.',
            }),
          ),
          personTemplateId: Type.Optional(
            Type.String({ maxLength: 80, description: 'For people among them; the default otherwise.' }),
          ),
          companyTemplateId: Type.Optional(
            Type.String({ maxLength: 80, description: 'For companies among them; this one otherwise.' }),
          ),
        },
        {
          title: 'PartnerOnboarding',
          additionalProperties: false,
          description: 'Companies only: an execution for each partner.',
        },
      ),
    ),
  },
  { title: 'QueryTemplateDefinition', additionalProperties: false },
);

export type QueryTemplateDefinition = Static<typeof QueryTemplateDefinitionSchema>;

/** A query template at one of its versions. */
export type QueryTemplate = {
  readonly id: string;
  readonly version: number;
  readonly isDefault: boolean;
  readonly createdAt: Date;
  /** When this version was made. */
  readonly updatedAt: Date;
  readonly definition: QueryTemplateDefinition;
};
