import { answerOf, api } from '../api/client.ts';
import type { CaseOutcome, ReasonCode } from './types.ts';

/** Claims the oldest open case that nobody has, and gives its id; undefined when there is none. */
export async function nextCase(): Promise<string | undefined> {
  const found = await answerOf(api.POST('/v1/cases/next'));
  return found?.id;
}

const path = (caseId: string) => ({ params: { path: { caseId } } });

export const readCase = (id: string) => answerOf(api.GET('/v1/cases/{caseId}', path(id)));

export const assignCase = (id: string, accountId: string | null, reason: string) =>
  answerOf(api.POST('/v1/cases/{caseId}/assignment', { ...path(id), body: { accountId, reason } }));

export const assignCases = (body: { caseIds: string[]; accountId: string | null; reason: string }) =>
  answerOf(api.POST('/v1/cases/assignments', { body }));

export const snoozeCase = (id: string, until: string) =>
  answerOf(api.POST('/v1/cases/{caseId}/snooze', { ...path(id), body: { until } }));

export const escalateCase = (id: string, reason: string) =>
  answerOf(api.POST('/v1/cases/{caseId}/escalation', { ...path(id), body: { reason } }));

export const addComment = ({ id, text }: { id: string; text: string }) =>
  answerOf(api.POST('/v1/cases/{caseId}/comments', { ...path(id), body: { text } }));

/** True when the case has the comment, by this account. */
export async function isWritten(
  { id, text }: { id: string; text: string },
  accountId: string,
): Promise<boolean> {
  const { comments } = await readCase(id);
  return comments.some(({ author, text: written }) => author.id === accountId && written === text);
}

/** Decides; the request outlives the page. */
export const decideCase = ({
  id,
  ...body
}: {
  id: string;
  revision: number;
  outcome: CaseOutcome;
  reasonCode: ReasonCode;
  note: string;
}) => answerOf(api.POST('/v1/cases/{caseId}/decisions', { ...path(id), body, keepalive: true }));

export const confirmDecision = ({
  caseId,
  decisionId,
  ...body
}: {
  caseId: string;
  decisionId: string;
  isConfirmed: boolean;
  note: string;
}) =>
  answerOf(
    api.POST('/v1/cases/{caseId}/decisions/{decisionId}/confirmation', {
      params: { path: { caseId, decisionId } },
      body,
    }),
  );
