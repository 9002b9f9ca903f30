import type { SourceImport } from './types.ts';

/** An import as the API shows it. */
export function representImport(one: SourceImport) {
  const { path, ...choices } = one.options;
  return {
    id: one.id,
    source: one.source,
    action: one.action,
    state: one.state,
    isLost: one.isLost,
    isStopping: one.isStopping,
    ...(path === undefined ? {} : { path }),
    ...choices,
    startedBy: one.startedBy,
    ...(one.stoppedBy === undefined ? {} : { stoppedBy: one.stoppedBy }),
    createdAt: one.createdAt.toISOString(),
    ...(one.startedAt === undefined ? {} : { startedAt: one.startedAt.toISOString() }),
    ...(one.finishedAt === undefined ? {} : { finishedAt: one.finishedAt.toISOString() }),
    tries: one.attempt,
    ...(one.progress === undefined ? {} : { progress: { ...one.progress } }),
    ...(one.result === undefined
      ? {}
      : {
          result: {
            ...one.result,
            ...(one.result.quarantined === undefined ? {} : { quarantined: { ...one.result.quarantined } }),
          },
        }),
    ...(one.failure === undefined ? {} : { failure: one.failure }),
    ...(one.failureDetail === undefined ? {} : { failureDetail: one.failureDetail }),
  };
}
