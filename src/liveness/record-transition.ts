import { findPersonIdByIndex } from '../people/index.ts';
import type { AuditAction, AuditDetail } from '../platform/audit/index.ts';
import type { LivenessDeps } from './liveness-deps.ts';
import type { LivenessSession } from './types.ts';

/**
 * Resolves once the audit log holds a transition of a session. `link`: by whoever holds the session's code or secret;
 * `service`: by itself.
 */
export async function recordTransition(
  deps: Pick<LivenessDeps, 'audit' | 'db'>,
  session: Pick<LivenessSession, 'id' | 'cpfIndex'>,
  event: {
    readonly by: 'link' | 'service';
    readonly action: AuditAction;
    readonly requestId?: string | undefined;
    readonly detail?: AuditDetail;
  },
): Promise<void> {
  const personId = session.cpfIndex && (await findPersonIdByIndex(deps.db, session.cpfIndex));
  await deps.audit.record({
    actor: { kind: event.by },
    action: event.action,
    target: session.id,
    ...(personId === undefined ? {} : { subjects: [personId] }),
    outcome: 'done',
    requestId: event.requestId,
    ...(event.detail === undefined ? {} : { detail: event.detail }),
  });
}
