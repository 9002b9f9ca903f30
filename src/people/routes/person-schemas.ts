import { Type } from '@fastify/type-provider-typebox';
import { ExecutionSummary, RequestId, Timestamp } from '../../web/schemas.ts';

const SourceAnswer = Type.Object(
  {
    lastConsultation: Type.Object({ date: Timestamp }),
    data: Type.Object({}, { additionalProperties: true, description: 'As the source gives it.' }),
  },
  { title: 'SourceAnswer' },
);

/** The answer of GET /v1/people/{personId} (interface, section 2.3), for the reference. */
export const PersonProfileSchema = Type.Object(
  {
    requestId: RequestId,
    id: Type.String({ description: 'per_...' }),
    status: Type.String({ description: 'PENDING, PROCESSING, APPROVED, REPROVED or WAITING_DOCUMENTS.' }),
    cpf: Type.Optional(
      Type.String({
        description:
          'Digits only; masked for people who are signed in to the console. Absent for a partner known by name and masked CPF.',
      }),
    ),
    basicData: Type.Optional(
      Type.Object(
        {
          name: Type.Optional(Type.String()),
          fatherName: Type.Optional(Type.String()),
          motherName: Type.Optional(Type.String()),
          birthDate: Type.Optional(Type.String({ description: 'DD/MM/YYYY' })),
          rg: Type.Optional(Type.String()),
          gender: Type.Optional(Type.String()),
        },
        { title: 'PersonBasicData' },
      ),
    ),
    executions: Type.Array(ExecutionSummary, { description: 'Newest first.' }),
    sources: Type.Optional(
      Type.Record(Type.String(), SourceAnswer, { description: 'By name of the source.' }),
    ),
  },
  { title: 'Person', description: 'The profile. Unknown fields are absent.' },
);
