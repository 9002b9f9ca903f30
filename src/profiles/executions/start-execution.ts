import { isUniqueViolation, type Tx } from '../../platform/db/index.ts';
import type { Cnpj, Cpf } from '../../platform/documents.ts';
import { RepeatError } from '../../platform/errors.ts';
import type { RequestIdentities, RequestIdentity } from '../../platform/idempotency.ts';
import { createId } from '../../platform/ids.ts';
import { requireComparable } from '../attributes/check-attributes.ts';
import { executionIdKind } from '../declarations.ts';
import { ProfileError } from '../errors.ts';
import type { ProfilesDeps } from '../profiles-deps.ts';
import { type LockedProfile, lockProfile } from '../profiles-store.ts';
import type { QueryTemplate } from '../query-templates/query-template-definition.ts';
import {
  findDefaultQueryTemplate,
  findLastQueryTemplate,
  findQueryTemplate,
} from '../query-templates/query-templates-store.ts';
import type { JsonObject, Subject } from '../types.ts';
import { ensureProfile, showExecution, writeProfile } from '../write-profile.ts';
import { type Execution, type ExecutionDetail, runExecutionJob } from './execution.ts';
import {
  findExecution,
  findIdempotencyKey,
  insertExecution,
  insertIdempotencyKey,
} from './executions-store.ts';

export type StartExecutionDeps = ProfilesDeps & { readonly requests: RequestIdentities };

export type StartExecutionRequest = Pick<Execution, 'origin' | 'clientId' | 'referenceId'> & {
  readonly document: { readonly cpf: Cpf } | { readonly cnpj: Cnpj };
  /** The default of the subject when undefined. */
  readonly templateId: string | undefined;
  /** True for what rests on the template since before: a deleted template goes on at its last version. */
  readonly isOngoing?: boolean;
  readonly attributes: JsonObject;
  readonly metadata: JsonObject | undefined;
  /** Of the request; counts for one client. */
  readonly idempotencyKey?: string | undefined;
  /** Called in the transaction, once the subject is locked; a rejection stores nothing. */
  readonly confirm?: (tx: Tx) => Promise<unknown>;
};

export type StartedExecution = {
  readonly execution: Execution;
  /** True when an earlier request with the same idempotency key started it. */
  readonly replayed: boolean;
};

/**
 * An execution, stored and in the queue when this resolves. Makes the person or profile when there is none.
 *
 * Rejects, storing nothing, with `query_template_not_found`, `query_template_subject_wrong`,
 * `request_invalid`, and `idempotency_key_reused` when the key came with another request before.
 */
export async function startExecution(
  deps: StartExecutionDeps,
  request: StartExecutionRequest,
): Promise<StartedExecution> {
  requireComparable('cpf' in request.document ? 'person' : 'company', request.attributes, deps.clock.now());
  const earlier = await findEarlier(deps, request);
  if (earlier !== undefined) return { execution: earlier, replayed: true };
  try {
    const execution = await deps.db.transaction().execute((tx) => start(tx, deps, request));
    deps.jobs.wake(runExecutionJob);
    return { execution, replayed: false };
  } catch (error) {
    if (isUniqueViolation(error, 'execution_idempotency_keys_pkey')) {
      // The same key came twice at once: the other request's execution is the answer to both.
      const other = await findEarlier(deps, request);
      if (other !== undefined) return { execution: other, replayed: true };
    }
    throw error;
  }
}

async function start(tx: Tx, deps: StartExecutionDeps, request: StartExecutionRequest): Promise<Execution> {
  const now = deps.clock.now();
  const kind = 'cpf' in request.document ? 'person' : 'company';
  const template = await chooseQueryTemplate(tx, kind, request.templateId, request.isOngoing);
  const subject = await ensureSubject(tx, deps, request.document, now);
  const { origin, clientId, attributes, metadata, referenceId } = request;
  const asked = { origin, clientId, attributes, metadata, referenceId, onboarding: onboardingOf(template) };
  const profile = (await lockProfile(tx, deps.cipher, subject.id))!;
  await request.confirm?.(tx);
  const execution = await addExecution(tx, deps, { subject, profile, template, asked }, now);
  const identity = identify(deps, request);
  if (identity !== undefined) {
    await insertIdempotencyKey(tx, {
      client_id: request.clientId!,
      idempotency_key: identity.key,
      request_digest: identity.digest,
      execution_id: execution.id,
      created_at: now,
    });
  }
  return execution;
}

/** A new execution on a locked profile: stored, shown by the profile, and in the queue after the commit. */
export async function addExecution(
  tx: Tx,
  deps: Pick<ProfilesDeps, 'cipher' | 'nameIndex' | 'jobs' | 'limits'>,
  wanted: {
    readonly subject: Subject;
    readonly profile: LockedProfile;
    readonly template: QueryTemplate;
    readonly asked: AskedExecution;
  },
  now: Date,
): Promise<Execution> {
  const { subject, profile, template, asked } = wanted;
  const execution = newExecution(subject, template, asked, now);
  await insertExecution(tx, deps.cipher, execution);
  const state = showExecution(profile.state, execution, deps.limits.shownExecutions);
  await writeProfile(tx, deps, profile, { subject, status: profile.status, state }, now);
  await deps.jobs.enqueueIn(tx, runExecutionJob, { executionId: execution.id }, { key: execution.id });
  return execution;
}

/**
 * The template to run; a deleted one only for what is ongoing. Throws `query_template_not_found`,
 * `query_template_subject_wrong`.
 */
export async function chooseQueryTemplate(
  tx: Tx,
  kind: Subject['kind'],
  templateId: string | undefined,
  isOngoing = false,
): Promise<QueryTemplate> {
  if (templateId === undefined) return await findDefaultQueryTemplate(tx, kind);
  const find = isOngoing ? findLastQueryTemplate : findQueryTemplate;
  const template = await find(tx, templateId);
  if (template === undefined) throw new ProfileError('query_template_not_found');
  if (template.definition.subject !== kind) throw new ProfileError('query_template_subject_wrong');
  return template;
}

async function ensureSubject(
  tx: Tx,
  deps: ProfilesDeps,
  document: StartExecutionRequest['document'],
  now: Date,
): Promise<Subject> {
  const subject: Subject =
    'cnpj' in document
      ? { kind: 'company', id: deps.companyIds.idOf(document.cnpj), cnpj: document.cnpj }
      : { kind: 'person', id: await deps.people.lockPerson(tx, document.cpf, now), cpf: document.cpf };
  await ensureProfile(tx, deps.cipher, subject, now);
  return subject;
}

type AskedExecution = Pick<Execution, 'origin'> &
  Pick<ExecutionDetail, 'attributes'> &
  Partial<Pick<Execution, 'clientId' | 'referenceId' | 'parentId' | 'rootId' | 'rerunOf' | 'onboarding'>> & {
    readonly metadata?: JsonObject | undefined;
  };

/** An execution that nobody has run: of no client, in a chain of its own, and without partners unless it is said. */
export function newExecution(
  subject: Pick<Subject, 'id' | 'kind'>,
  template: Pick<QueryTemplate, 'id' | 'version'>,
  asked: AskedExecution,
  now: Date,
): Execution {
  const id = createId(executionIdKind, now.getTime());
  const { attributes, metadata, ...own } = asked;
  return {
    id,
    profileId: subject.id,
    subject: subject.kind,
    clientId: undefined,
    templateId: template.id,
    templateVersion: template.version,
    referenceId: undefined,
    status: 'PROCESSING',
    reason: undefined,
    state: 'queued',
    parentId: undefined,
    rootId: id,
    rerunOf: undefined,
    onboarding: { depth: 0, waits: false },
    attempts: 0,
    nextAttemptAt: undefined,
    createdAt: now,
    updatedAt: now,
    completedAt: undefined,
    ...own,
    detail: { attributes, ...(metadata !== undefined && { metadata }) },
  };
}

/** The partners that a template has onboarded. */
export function onboardingOf({ definition }: QueryTemplate): Execution['onboarding'] {
  const { isEnabled, depth = 1, isAwaited = false } = definition.onboardPartners ?? {};
  return { depth: isEnabled === true ? depth : 0, waits: isAwaited };
}

async function findEarlier(
  deps: StartExecutionDeps,
  request: StartExecutionRequest,
): Promise<Execution | undefined> {
  const identity = identify(deps, request);
  if (identity === undefined) return undefined;
  const earlier = await findIdempotencyKey(deps.db, request.clientId!, identity.key);
  if (earlier === undefined) return undefined;
  if (!Buffer.from(earlier.requestDigest).equals(identity.digest)) {
    throw new RepeatError();
  }
  return await findExecution(deps.db, deps.cipher, earlier.executionId);
}

/** Undefined without a key or a client. */
function identify(deps: StartExecutionDeps, request: StartExecutionRequest): RequestIdentity | undefined {
  const { clientId, idempotencyKey: key } = request;
  if (clientId === undefined || key === undefined) return undefined;
  const { document, templateId, attributes, metadata, referenceId } = request;
  const asked = { document, templateId, attributes, metadata, referenceId };
  return deps.requests.identify({ clientId, key, asked });
}
