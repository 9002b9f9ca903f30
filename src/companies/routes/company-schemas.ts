import { Type } from '@fastify/type-provider-typebox';
import { onboardingStatuses, profileStatuses } from '../../profiles/index.ts';
import { ExecutionSummary, RequestId, Timestamp } from '../../web/schemas.ts';
import { PjDataSchema } from '../pj-data.ts';
import { PjSimplesSchema } from '../registry-sources.ts';

const OptionalText = Type.Optional(Type.String());

export const CompanyIdParams = Type.Object({
  companyId: Type.String({
    description: 'Id of the profile, or a CNPJ: fourteen characters without a mask, letters in upper case.',
  }),
});

const BasicData = Type.Object(
  {
    openingDate: Type.Optional(Type.String({ description: 'DD/MM/YYYY' })),
    officialName: OptionalText,
    fantasyName: OptionalText,
    companySize: OptionalText,
    companyEmail: Type.Optional(
      Type.String({ description: "A sole proprietor's only with the scope companies:contacts." }),
    ),
    mainActivity: Type.Optional(Type.String({ description: '6204-0/00 - and its description.' })),
    secondaryActivities: Type.Optional(
      Type.Array(Type.Object({ code: Type.String(), description: OptionalText })),
    ),
    legalNature: Type.Optional(Type.String({ description: '201-1 - and its description.' })),
    status: Type.Optional(Type.String({ description: 'ATIVA, BAIXADA, INAPTA, SUSPENSA or NULA.' })),
    jointStock: Type.Optional(Type.String({ description: 'R$ 1.061.004.829,23' })),
    phoneNumber: Type.Optional(
      Type.String({ description: "A sole proprietor's only with the scope companies:contacts." }),
    ),
  },
  { title: 'CompanyBasicData' },
);

const Answer = (data: Parameters<typeof Type.Optional>[0]) =>
  Type.Optional(Type.Object({ lastConsultation: Type.Object({ date: Timestamp }), data }));

/** The answer of GET /v1/companies/{companyId} (interface, section 2.4). */
export const CompanyProfileSchema = Type.Object(
  {
    requestId: RequestId,
    id: Type.String({ description: 'com_...' }),
    status: Type.Enum([...profileStatuses]),
    cnpj: Type.String(),
    basicData: Type.Optional(BasicData),
    executions: Type.Array(ExecutionSummary, { description: 'Newest first.' }),
    onboarding: Type.Optional(
      Type.Object(
        {
          qsa: Type.Array(
            Type.Object({
              status: Type.Enum([...onboardingStatuses]),
              name: Type.String(),
              profileId: Type.String(),
              transactionId: Type.String(),
            }),
          ),
        },
        { description: 'With _includeOnboardingQsa=true only.' },
      ),
    ),
    qsa: Type.Optional(
      Type.Object(
        {
          items: Type.Array(
            Type.Object({
              name: Type.String(),
              functionCode: Type.String(),
              function: Type.String(),
              isLegalRepresentative: Type.Boolean(),
              profileId: OptionalText,
              status: OptionalText,
              transactionId: OptionalText,
            }),
          ),
        },
        { description: 'Partners and administrators. With _includeOnboardingQsa=true only.' },
      ),
    ),
    sources: Type.Optional(
      Type.Object(
        {
          pjData: Answer({ ...PjDataSchema, title: 'PjData' }),
          pjSimples: Answer({ ...PjSimplesSchema, title: 'PjSimples' }),
        },
        {
          description: 'By name of the source. With _includeOnboardingQsa=true only.',
          additionalProperties: true,
        },
      ),
    ),
  },
  { title: 'Company', description: 'The profile. Unknown fields are absent.' },
);
