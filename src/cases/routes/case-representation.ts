import { type Static, Type } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import type { ImageLinks } from '../../images/index.ts';
import { maskCpf } from '../../platform/documents.ts';
import { isId, personIdKind } from '../../platform/ids.ts';
import { reviewKinds } from '../../platform/reviews.ts';
import type { DescribeSubjects, SubjectFacts } from '../../platform/subjects.ts';
import { toAnswer } from '../../platform/to-answer.ts';
import { tokenOf } from '../../web/access.ts';
import { linkHolderOf } from '../../web/audit.ts';
import { RequestId, Timestamp } from '../../web/schemas.ts';
import {
  type Case,
  type CaseActor,
  type CaseDecision,
  type CasesDeps,
  caseOutcomes,
  caseStates,
  likePrefix,
  reasonCodes,
} from '../types.ts';

export type CaseRouteDeps = {
  readonly cases: CasesDeps;
  readonly imageLinks: ImageLinks;
  readonly describeSubjects: DescribeSubjects;
};

export const tags = ['Cases'];

export const KindSchema = Type.Enum([...reviewKinds], { title: 'CaseKind' });
export const StateSchema = Type.Enum([...caseStates]);
export const OutcomeSchema = Type.Enum([...caseOutcomes]);
export const ReasonCodeSchema = Type.Enum([...reasonCodes], { title: 'CaseReasonCode' });
export const CaseParams = Type.Object({ caseId: Type.String() });
export const FreeText = Type.String({ minLength: 1, maxLength: 4_000 });

export const PersonSchema = Type.Object(
  {
    kind: Type.Enum(['account', 'client', 'service']),
    id: Type.Optional(Type.String()),
    name: Type.Optional(Type.String({ description: 'Of an account.' })),
  },
  { title: 'Actor' },
);

const caseMembers = {
  id: Type.String(),
  kind: KindSchema,
  state: StateSchema,
  priority: Type.Integer({ description: 'The higher, the more urgent; 0 to 100.' }),
  subject: Type.Object(
    {
      personId: Type.Optional(Type.String()),
      companyId: Type.Optional(Type.String()),
      name: Type.Optional(Type.String()),
      cpf: Type.Optional(Type.String({ description: 'Masked for people who are signed in.' })),
      cnpj: Type.Optional(Type.String()),
      imageUrl: Type.Optional(
        Type.String({ description: 'The newest registered photo. The address expires.' }),
      ),
      otherImageUrl: Type.Optional(
        Type.String({ description: 'In the list: the first possible duplicate.' }),
      ),
    },
    {
      title: 'CaseSubject',
      description:
        'Name and number only where cases are read, with `people:read` for a person and `companies:read` for a company; photos with `attempts:read`.',
    },
  ),
  attemptId: Type.Optional(Type.String()),
  executionId: Type.Optional(Type.String()),
  reasons: Type.Array(Type.String()),
  assignee: Type.Optional(Type.Object({ id: Type.String(), name: Type.Optional(Type.String()) })),
  dueAt: Timestamp,
  proposedBy: Type.Optional({
    ...PersonSchema,
    description: 'In the list, while a decision waits for a second person: who proposed it.',
  }),
  snoozedUntil: Type.Optional(Timestamp),
  isEscalated: Type.Boolean(),
  openedAt: Timestamp,
  decidedAt: Type.Optional(Timestamp),
  reasonGoneAt: Type.Optional({
    ...Timestamp,
    description: 'When a later execution of the same query template did not find the reason any more.',
  }),
  revision: Type.Integer({ description: 'Send it back with a decision.' }),
};

export const CaseSchema = Type.Object(caseMembers, { title: 'Case' });

const decisionMembers = {
  id: Type.String(),
  outcome: OutcomeSchema,
  reasonCode: ReasonCodeSchema,
  note: Type.String(),
  proposedBy: PersonSchema,
  proposedAt: Timestamp,
  isConfirmationNeeded: Type.Boolean(),
  withdrawnAt: Type.Optional({
    ...Timestamp,
    description: 'New facts were added to the case before anybody confirmed. Decide it again.',
  }),
  confirmation: Type.Optional(
    Type.Object({
      by: PersonSchema,
      at: Timestamp,
      isConfirmed: Type.Boolean(),
      note: Type.Optional(Type.String()),
    }),
  ),
};

const DecisionSchema = Type.Object(decisionMembers, { title: 'CaseDecision' });

export const CaseAnswerSchema = Type.Object(
  { requestId: RequestId, ...caseMembers },
  { title: 'CaseAnswer', description: 'The case as it is now.' },
);

export const DecidedSchema = Type.Object(
  { requestId: RequestId, ...decisionMembers, state: StateSchema, case: CaseSchema },
  { title: 'DecidedCase', description: 'The decision, and the case after it.' },
);

/** An answer that shows a case with all that belongs to it. */
export const CaseFileSchema = Type.Object(
  {
    requestId: RequestId,
    ...caseMembers,
    secondPersonFor: Type.Array(OutcomeSchema, {
      description: 'The decisions that need a second person now. Any other counts at once.',
    }),
    comments: Type.Array(
      Type.Object({ id: Type.String(), author: PersonSchema, at: Timestamp, text: Type.String() }),
    ),
    decisions: Type.Array(DecisionSchema),
    events: Type.Array(
      Type.Object({
        at: Timestamp,
        actor: PersonSchema,
        action: Type.String(),
        to: Type.Optional({
          ...PersonSchema,
          description: 'Whom the case was handed to; absent when it was nobody, and for any other action.',
        }),
        detail: Type.Object({}, { additionalProperties: true }),
      }),
    ),
    links: Type.Array(CaseSchema),
    attachments: Type.Array(
      Type.Object({
        id: Type.String(),
        addedBy: Type.String(),
        at: Timestamp,
        imageUrl: Type.String({ description: 'The address expires.' }),
      }),
    ),
  },
  { title: 'CaseFile', description: 'The case with all that belongs to it.' },
);

export type Names = ReadonlyMap<string, string>;

export function actorOf(request: FastifyRequest): CaseActor {
  const { account, clientId } = tokenOf(request);
  return account === undefined ? { kind: 'client', id: clientId } : { kind: 'account', id: account.id };
}

/** Names the people of a case for the audit log. */
export function noteCase(request: FastifyRequest, { id, subject }: Case): void {
  request.auditTarget = id;
  if ('personId' in subject) request.auditSubjects = [subject.personId];
}

/** A case as answers show it; with what is known of its person or company where that is read. */
export function representCase(
  found: Case,
  names: Names,
  about: Omit<Static<typeof CaseSchema>['subject'], 'personId' | 'companyId'> = {},
): Static<typeof CaseSchema> {
  const { assigneeId, subject, ...own } = found;
  return toAnswer({
    ...own,
    subject: { ...about, ...subject },
    assignee:
      assigneeId === undefined ? undefined : toAnswer({ id: assigneeId, name: names.get(assigneeId) }),
  });
}

/** One case with the name of whoever has it. */
export async function representWithNames(deps: CasesDeps, found: Case): Promise<Static<typeof CaseSchema>> {
  const ids = found.assigneeId === undefined ? [] : [found.assigneeId];
  return representCase(found, await deps.accounts.namesOf(deps.db, ids));
}

export function representActor(
  actor: CaseActor | { readonly kind: 'service' },
  names: Names,
): Static<typeof PersonSchema> {
  if (actor.kind === 'service') return { kind: 'service' };
  return toAnswer({ kind: actor.kind, id: actor.id, name: names.get(actor.id) });
}

export function representDecision(decision: CaseDecision, names: Names): Static<typeof DecisionSchema> {
  const { caseId: _, proposedBy, confirmation, ...own } = decision;
  return toAnswer({
    ...own,
    proposedBy: representActor(proposedBy, names),
    confirmation:
      confirmation &&
      toAnswer({ ...confirmation, by: representActor({ kind: 'account', id: confirmation.by }, names) }),
  });
}

type Shown = Omit<SubjectFacts, 'imageId' | 'cpf'> & { readonly cpf?: string; readonly imageUrl?: string };

/**
 * Facts about people and companies, by their ids, as whoever asks may see them: of people with `people:read`, of
 * companies with `companies:read`, and the newest photo with `attempts:read`. People who are signed in see masked CPFs.
 */
export async function showFacts(
  request: FastifyRequest,
  { describeSubjects, imageLinks }: Pick<CaseRouteDeps, 'describeSubjects' | 'imageLinks'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Shown>> {
  const { scopes, account } = tokenOf(request);
  const seesPhotos = scopes.has('attempts:read');
  const seesFacts = (id: string) => scopes.has(id.startsWith('per_') ? 'people:read' : 'companies:read');
  const described = await describeSubjects(ids.filter((id) => seesPhotos || seesFacts(id)));
  return new Map(
    [...described].map(([id, { imageId, cpf, ...facts }]) => [
      id,
      {
        ...(seesFacts(id) && {
          ...facts,
          ...(cpf !== undefined && { cpf: account === undefined ? cpf : maskCpf(cpf) }),
        }),
        ...(seesPhotos &&
          imageId !== undefined && { imageUrl: imageLinks.sign(imageId, linkHolderOf(request)) }),
      },
    ]),
  );
}

/** The people whom the reasons of a case name as look-alikes of its person. */
export function lookAlikesOf({ subject, reasons }: Pick<Case, 'subject' | 'reasons'>): readonly string[] {
  if (!('personId' in subject)) return [];
  return reasons
    .filter((reason) => reason.startsWith(likePrefix))
    .map((reason) => reason.slice(likePrefix.length))
    .filter((id) => isId(personIdKind, id) && id !== subject.personId);
}
