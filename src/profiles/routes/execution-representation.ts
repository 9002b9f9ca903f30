import { Type } from '@fastify/type-provider-typebox';
import type { DescribeSubjects } from '../../platform/subjects.ts';
import { toAnswer } from '../../platform/to-answer.ts';
import { type AccessToken, holdsScope } from '../../platform/tokens/index.ts';
import { ExecutionOriginSchema, locationOf, RequestId, Timestamp } from '../../web/schemas.ts';
import { toOnboardingStatus } from '../build-document.ts';
import { type Execution, executionStates } from '../executions/execution.ts';
import type { ExecutionReport } from '../executions/find-executions.ts';
import type { StartExecutionDeps } from '../executions/start-execution.ts';
import { profileStatuses } from '../types.ts';

export type ProfileRouteDeps = {
  readonly profiles: StartExecutionDeps;
  readonly describeSubjects: DescribeSubjects;
  readonly maxWaitSeconds: number;
  readonly baseUrl: string;
};

export const AttributeVerdictSchema = Type.Enum(['match', 'mismatch', 'unknown'], {
  description: 'unknown when no source has the value.',
});

export const VerdictSchema = Type.Enum(['APPROVED', 'REPROVED', 'PENDING', 'WAITING_DOCUMENTS']);

const summaryFields = {
  executionId: Type.String(),
  executionOrigin: ExecutionOriginSchema,
  templateId: Type.String(),
  templateVersion: Type.Integer(),
  subject: Type.Enum(['person', 'company']),
  profileId: Type.String({ description: 'per_... or com_...' }),
  name: Type.Optional(Type.String({ description: 'For people who are signed in.' })),
  status: Type.Enum([...profileStatuses], {
    description: 'PROCESSING until the decision, then the decided status. `reason` explains PENDING.',
  }),
  reason: Type.Optional(
    Type.String({
      description:
        'Why it is PENDING: cancelled, source_unavailable:NAME, source_without_data:NAME, no_list_imported, review_needed:NAME, attribute_missing:NAME, no_rule_matched, second_person_required or rules_timeout.',
    }),
  ),
  state: Type.Enum([...executionStates], {
    description:
      'queued; running; waiting, for a source, until nextAttemptAt; onboarding, for its partners; done; failed, given up because a source could not be asked; cancelled.',
  }),
  rerunOf: Type.Optional(Type.String({ description: 'The execution that this one repeats.' })),
  referenceId: Type.Optional(Type.String()),
  metadata: Type.Optional(Type.Object({}, { additionalProperties: true })),
  parentExecutionId: Type.Optional(Type.String({ description: 'Of the company it is a partner of.' })),
  createdAt: Timestamp,
  lastUpdate: Timestamp,
  completedAt: Type.Optional({ ...Timestamp, description: 'Absent while it is under way.' }),
  nextAttemptAt: Type.Optional({ ...Timestamp, description: 'When the execution runs again.' }),
};

const reportFields = {
  ...summaryFields,
  sources: Type.Record(
    Type.String(),
    Type.Object({
      outcome: Type.Enum(['found', 'absent', 'unavailable']),
      reason: Type.Optional(Type.String()),
      lastConsultation: Type.Object({ date: Timestamp }),
      isReused: Type.Boolean({ description: 'True when an earlier execution received the answer.' }),
    }),
    { description: 'The answers of the sources, by name.' },
  ),
  tries: Type.Array(
    Type.Object(
      {
        number: Type.Integer({ minimum: 1 }),
        startedAt: Timestamp,
        endedAt: Timestamp,
        state: Type.Enum([...executionStates], { description: 'The state that it left the execution in.' }),
        nextAttemptAt: Type.Optional(Timestamp),
        faults: Type.Array(
          Type.Object({
            source: Type.String(),
            reason: Type.String({ description: 'Such as source_timeout or source_failed.' }),
          }),
          { description: 'The sources that could not be asked.' },
        ),
      },
      { title: 'ExecutionTry' },
    ),
    {
      description:
        'Runs in which a source could not be asked, and those after, in their order. Empty when the first run had every answer.',
    },
  ),
  previousExecutionId: Type.Optional(
    Type.String({ description: 'The one about the same person or company that was started before it.' }),
  ),
  nextExecutionId: Type.Optional(
    Type.String({ description: 'The one about the same person or company that was started after it.' }),
  ),
  attributes: Type.Record(
    Type.String(),
    Type.Object({
      verdict: AttributeVerdictSchema,
      similarity: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
      source: Type.Optional(Type.String({ description: 'The source compared with.' })),
    }),
    { description: 'The attributes of the request that were checked, by name.' },
  ),
  decision: Type.Optional(
    Type.Object({
      status: VerdictSchema,
      advice: Type.Optional(Type.String({ description: 'What to do about the reason.' })),
      decidedBy: Type.Array(Type.String(), { description: 'Names of the rules that decided.' }),
      rules: Type.Array(
        Type.Object({
          name: Type.String(),
          status: VerdictSchema,
          outcome: Type.Enum(['matched', 'not_matched', 'undetermined', 'unknown']),
          reason: Type.Optional(Type.String({ description: 'Such as absent_field.' })),
          values: Type.Optional(
            Type.Record(Type.String(), Type.String(), {
              description:
                'The values that the rule saw, as JSON, by field; cut after 200 characters. Never contact data. Absent without people:read or companies:read, and in decisions of older versions.',
            }),
          ),
        }),
      ),
    }),
  ),
  onboarding: Type.Optional(
    Type.Object({
      qsa: Type.Array(
        Type.Object({
          status: Type.Enum(['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED']),
          name: Type.String(),
          profileId: Type.String(),
          transactionId: Type.String({ description: 'The execution of the partner.' }),
        }),
      ),
    }),
  ),
};

export const ExecutionSummarySchema = Type.Object(summaryFields, { title: 'ExecutionSummary' });
export const ExecutionBodySchema = Type.Object(
  { requestId: RequestId, ...reportFields },
  { title: 'Execution' },
);

/** The answer of whoever starts an execution. */
export const ExecutionUnderWay = {
  ...ExecutionBodySchema,
  description: 'The execution, under way, or ended within the wait.',
  headers: locationOf('execution'),
};

/** An execution in a list, with the name of its person or company where `names` has it. */
export function summarizeExecution(execution: Execution, names?: ReadonlyMap<string, string>) {
  const { id, origin, templateId, templateVersion, subject, profileId, status, reason, state } = execution;
  const { rerunOf, referenceId, createdAt, completedAt, nextAttemptAt } = execution;
  return toAnswer({
    executionId: id,
    executionOrigin: origin,
    templateId,
    templateVersion,
    subject,
    profileId,
    name: names?.get(profileId),
    status,
    reason,
    state,
    rerunOf,
    referenceId,
    metadata: execution.detail.metadata,
    parentExecutionId: execution.parentId,
    lastUpdate: execution.updatedAt,
    createdAt,
    completedAt,
    nextAttemptAt,
  });
}

/**
 * An execution with everything it found out. The values that its rules saw are of the profile: they are left out unless
 * the token may read that.
 */
export function representExecution(
  { execution, sources, partners, tries, neighbours }: ExecutionReport,
  { scopes }: Pick<AccessToken, 'scopes'>,
  names?: ReadonlyMap<string, string>,
) {
  const mayReadProfile = holdsScope(
    scopes,
    execution.subject === 'person' ? 'people:read' : 'companies:read',
  );
  const { checks = {}, decision } = execution.detail;
  const onboarded = partners.flatMap(({ partner, profileId, childId, childState }) =>
    profileId === undefined || childId === undefined || childState === undefined
      ? []
      : [{ status: toOnboardingStatus(childState), name: partner.name, profileId, transactionId: childId }],
  );
  return toAnswer({
    ...summarizeExecution(execution, names),
    sources: Object.fromEntries(
      sources.map(({ source, outcome, reason, consultedAt, isReused }) => [
        source,
        toAnswer({ outcome, reason, lastConsultation: { date: consultedAt.toISOString() }, isReused }),
      ]),
    ),
    tries: tries.map((run) => toAnswer(run)),
    previousExecutionId: neighbours.previousId,
    nextExecutionId: neighbours.nextId,
    attributes: { ...checks },
    decision: decision && {
      ...toAnswer({ status: decision.status, advice: decision.advice }),
      decidedBy: [...decision.decidedBy],
      rules: decision.rules.map(({ values, ...rule }) =>
        toAnswer({ ...rule, values: mayReadProfile ? values : undefined }),
      ),
    },
    onboarding: onboarded.length === 0 ? undefined : { qsa: onboarded },
  });
}
