import type { KeyObject } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { NamedValues } from '../db/named-statements.ts';
import { type AuditChainEnd, endAfterEvents, placeEvent, startChain } from './audit-chain.ts';
import type { ChainNotes } from './chain-notes.ts';
import type { AuditEvent, PlacedEvent, RecordedEvent } from './types.ts';

/** Statements that may write events at the same time; each needs a chain of its own. */
const mostChains = 8;

/**
 * Chains of one process for events that stand in the statement of what they record. A chain is one statement's until it
 * is settled, so statements never wait for each other at its head. Chains are made when there are too few.
 */
export function createStatementChains(key: KeyObject, clock: Clock, notes: ChainNotes) {
  const idle: AuditChainEnd[] = [];
  let chains = 0;
  let preparing: Promise<void> | undefined;

  function takeBack(end: AuditChainEnd): void {
    if (!notes.isDue(end)) idle.push(end);
    else if (preparing !== undefined) leave(end);
    else {
      chains -= 1;
      prepare(end);
    }
  }

  function leave(end: AuditChainEnd): void {
    chains -= 1;
    notes.leave(end);
  }

  /** Has a note made for a chain, and takes the chain into use. One at a time. */
  function prepare(end: AuditChainEnd): void {
    if (preparing !== undefined) return;
    chains += 1;
    preparing = notes
      .write(end)
      .then(
        (prepared) => void idle.push(prepared),
        // Whoever stores an event by itself meanwhile is told that the database is away.
        () => leave(end),
      )
      .finally(() => {
        preparing = undefined;
      });
  }

  return {
    /** See `AuditLog.place`. */
    place(event: AuditEvent): PlacedEvent | undefined {
      // The newest: a quiet service then moves the heads of few chains.
      const end = idle.pop();
      if (end === undefined) {
        if (chains < mostChains) prepare(startChain());
        return undefined;
      }
      if (notes.isDue(end)) {
        takeBack(end);
        return this.place(event);
      }
      const placed = placeEvent(key, end, event, clock.now());
      return {
        values: placedValues(placed),
        settle(outcome) {
          if (outcome === 'unknown') leave(end);
          else if (outcome === 'unwritten') idle.push(end);
          else takeBack(endAfterEvents(end, [placed]));
        },
      };
    },
    async close(): Promise<void> {
      await preparing;
    },
  };
}

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
function placedValues(event: RecordedEvent): NamedValues {
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
