import type { AttributeCheck } from '../attributes/check-attributes.ts';
import type { Decision } from '../rules/evaluate-rules.ts';
import type { ExecutionOrigin, JsonObject, ProfileStatus, SubjectKind } from '../types.ts';

/** Where an execution stands; what it is told as is its status. */
export const executionStates = [
  /** Nobody has taken it up. */
  'queued',
  'running',
  /** A source could not be asked; it is tried again at `nextAttemptAt`. */
  'waiting',
  /** The partners are under way, and their results waited for. */
  'onboarding',
  'done',
  /** Given up: a source could not be asked however often it was tried. */
  'failed',
  /** Somebody ended it before it decided. */
  'cancelled',
] as const;
export type ExecutionState = (typeof executionStates)[number];

/** The personal part of an execution: sealed. */
export type ExecutionDetail = {
  /** The client's attributes of the subject. */
  readonly attributes: JsonObject;
  /** The client's own data, returned unchanged. */
  readonly metadata?: JsonObject;
  readonly checks?: Readonly<Record<string, AttributeCheck>>;
  readonly decision?: Decision;
};

/** One run of a query template on a person or company. */
export type Execution = {
  readonly id: string;
  readonly profileId: string;
  readonly subject: SubjectKind;
  /** Undefined when no client asked. */
  readonly clientId: string | undefined;
  readonly templateId: string;
  readonly templateVersion: number;
  readonly origin: ExecutionOrigin;
  readonly referenceId: string | undefined;
  readonly status: ProfileStatus;
  /** Why it is PENDING. */
  readonly reason: string | undefined;
  readonly state: ExecutionState;
  readonly parentId: string | undefined;
  /** The first of the chain of onboardings it belongs to; itself for one that a request made. */
  readonly rootId: string;
  /** The execution that this one repeats. */
  readonly rerunOf: string | undefined;
  readonly onboarding: { readonly depth: number; readonly waits: boolean };
  /** Runs that ended without the answers they needed. */
  readonly attempts: number;
  readonly nextAttemptAt: Date | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly completedAt: Date | undefined;
  readonly detail: ExecutionDetail;
};

export type ExecutionSource = {
  readonly source: string;
  readonly outcome: 'found' | 'absent' | 'unavailable';
  readonly reason: string | undefined;
  readonly consultedAt: Date;
  /** True if an earlier execution received the answer. */
  readonly isReused: boolean;
};

/** Runs an execution; its data is `{ executionId }`, its key the same. */
export const runExecutionJob = 'run-execution';

/** Brings what shows a profile up to date with it; its data is `{ profileId, executionId }`. */
export const settleProfileJob = 'settle-profile';

/** Takes up executions that nobody works on any more. */
export const resumeExecutionsJob = 'resume-executions';

export const purgeExecutionKeysJob = 'purge-execution-keys';

/** Looks again at known profiles after lists have changed. */
export const rescreenProfilesJob = 'rescreen-profiles';
