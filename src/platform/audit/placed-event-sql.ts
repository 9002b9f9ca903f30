import type { NamedValues } from '../db/named-statements.ts';
import type { RecordedEvent } from './types.ts';

/**
 * Two common table expressions, `audit_head` and `audit_event`: they add one placed event for what `made` names, and move
 * the head of its chain. Their parameters are those of `placedValues`. The statement fails when the head is not the one
 * that the event was hashed after.
 */
export function placedEventSql(made: string): string {
  return `audit_head as (
    update audit_chains set last_at = :auditAt::timestamptz, last_sequence = :auditSequence::bigint,
      last_hash = :auditHash::bytea
    where chain = :auditChain::text and last_sequence = :auditSequence::bigint - 1 and not is_closed
      and exists (select from ${made})
    returning 1 as moved
  ), audit_event as (
    insert into audit_events (chain, sequence, at, actor_kind, actor_id, action, target, purpose, source, outcome,
      request_id, detail, hash, subjects)
    select :auditChain::text, case when exists (select from audit_head) then :auditSequence::bigint end,
      :auditAt::timestamptz, :auditActorKind::text, :auditActorId::text, :auditAction::text, :auditTarget::text,
      :auditPurpose::text, :auditSource::text, :auditOutcome::text, :auditRequestId::text, :auditDetail::jsonb,
      :auditHash::bytea, :auditSubjects::text[]
    from ${made}
  )`;
}

/** The parameters of `placedEventSql`. */
export function placedValues(event: RecordedEvent): NamedValues {
  return {
    auditChain: event.chain,
    auditSequence: event.sequence,
    auditAt: event.at,
    auditActorKind: event.actor.kind,
    auditActorId: event.actor.id,
    auditAction: event.action,
    auditTarget: event.target,
    auditPurpose: event.purpose,
    auditSource: event.source,
    auditOutcome: event.outcome,
    auditRequestId: event.requestId,
    auditDetail: event.detail === undefined ? undefined : JSON.stringify(event.detail),
    auditHash: event.hash,
    auditSubjects: event.subjects === undefined ? undefined : [...event.subjects],
  };
}
