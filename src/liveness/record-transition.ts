import { findPersonIdByIndex } from '../people/index.ts';
import { type AuditAction, type AuditEvent, appendAuditEvent } from '../platform/audit/index.ts';
import type { Tx } from '../platform/db/types.ts';
import type { LivenessDeps, LivenessSession } from './types.ts';

/** Who asked for a transition by a token, and what the audit log holds of the request. */
export type Requester = Pick<AuditEvent, 'actor' | 'purpose' | 'source' | 'requestId'>;

/**
 * Writes a transition of a session to the audit log, in the transaction that makes it and as its last statement: the
 * chain that it is added to stays locked until the commit. `link`: by whoever holds the session's code or secret;
 * `service`: by itself.
 */
export async function recordTransition(
  tx: Tx,
  { auditKey }: Pick<LivenessDeps, 'auditKey'>,
  session: Pick<LivenessSession, 'id' | 'cpfIndex'>,
  event: (Requester | { readonly by: 'link' | 'service'; readonly requestId?: string | undefined }) & {
    readonly action: AuditAction;
    readonly at: Date;
    readonly detail?: AuditEvent['detail'];
  },
): Promise<void> {
  const { at, ...about } = 'by' in event ? byItself(event) : event;
  const personId = session.cpfIndex && (await findPersonIdByIndex(tx, session.cpfIndex));
  const subjects = personId !== undefined && { subjects: [personId] };
  await appendAuditEvent(tx, auditKey, { ...about, target: session.id, ...subjects, outcome: 'done' }, at);
}

function byItself<Event extends { readonly by: 'link' | 'service' }>({ by: kind, ...event }: Event) {
  return { ...event, actor: { kind } };
}
