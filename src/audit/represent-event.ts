import type { RecordedEvent } from '../platform/audit/index.ts';

/** An event as the API and an export show it. */
export function representEvent(event: RecordedEvent) {
  const { at, actor, action, target, subjects, purpose, source, outcome } = event;
  const { requestId, detail, chain, sequence, hash } = event;
  return {
    at: at.toISOString(),
    actor,
    action,
    ...(target === undefined ? {} : { target }),
    ...(subjects === undefined ? {} : { subjects: [...subjects] }),
    ...(purpose === undefined ? {} : { purpose }),
    ...(source === undefined ? {} : { source }),
    outcome,
    ...(requestId === undefined ? {} : { requestId }),
    ...(detail === undefined ? {} : { detail }),
    chain,
    sequence,
    hash: Buffer.from(hash).toString('hex'),
  };
}
