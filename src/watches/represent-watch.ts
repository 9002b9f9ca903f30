import type { Watch } from './types.ts';

/** A watch in plain JSON. Never the document: the client has sent it. */
export function representWatch(watch: Watch) {
  const { id, clientId, subject, profileId, templateId, intervalDays, dueAt, lastExecutionId, lastRunAt } =
    watch;
  const idName = subject === 'person' ? 'personId' : 'companyId';
  return {
    id,
    clientId,
    subject,
    ...(profileId === undefined ? {} : { [idName]: profileId }),
    templateId,
    ...(intervalDays === undefined ? { isOnRegistryChange: true } : { intervalDays }),
    createdAt: watch.createdAt.toISOString(),
    ...(dueAt === undefined ? {} : { dueAt: dueAt.toISOString() }),
    ...(lastExecutionId === undefined ? {} : { lastExecutionId }),
    ...(lastRunAt === undefined ? {} : { lastRunAt: lastRunAt.toISOString() }),
  };
}
