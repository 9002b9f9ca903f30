import { Type } from '@fastify/type-provider-typebox';
import { RequestId } from '../../schemas.ts';

const Timestamp = Type.String({ format: 'date-time' });

const ExecutionSummary = Type.Object({
  executionId: Type.String(),
  executionOrigin: Type.String({ description: 'API, CONSOLE, CLI, ONBOARDING or IMPORT.' }),
  lastUpdate: Timestamp,
  metadata: Type.Optional(Type.Object({}, { additionalProperties: true })),
});

const SourceAnswer = Type.Object({
  lastConsultation: Type.Object({ date: Timestamp }),
  data: Type.Object({}, { additionalProperties: true, description: 'As the source gives it.' }),
});

/** The answer of GET /v1/people/{personId} (interface, section 2.3), for the reference. */
export const PersonProfileSchema = Type.Object(
  {
    requestId: RequestId,
    id: Type.String({ description: 'per_...' }),
    status: Type.String({ description: 'PENDING, PROCESSING, APPROVED, REPROVED or WAITING_DOCUMENTS.' }),
    cpf: Type.Optional(
      Type.String({ description: 'Digits only. Absent for a partner known by name and masked CPF.' }),
    ),
    basicData: Type.Optional(
      Type.Object({
        name: Type.Optional(Type.String()),
        fatherName: Type.Optional(Type.String()),
        motherName: Type.Optional(Type.String()),
        birthDate: Type.Optional(Type.String({ description: 'DD/MM/YYYY' })),
        rg: Type.Optional(Type.String()),
        gender: Type.Optional(Type.String()),
      }),
    ),
    executions: Type.Array(ExecutionSummary, { description: 'Newest first.' }),
    sources: Type.Optional(
      Type.Record(Type.String(), SourceAnswer, { description: 'By name of the source.' }),
    ),
  },
  { description: 'The profile. What is not known is absent.' },
);
