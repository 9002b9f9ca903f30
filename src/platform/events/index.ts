export {
  hasOutboxEvents,
  insertOutboxSql,
  type OutboxEvent,
  outboxValues,
  outboxWaitsSql,
  takeOutboxSql,
} from './outbox-store.ts';
export {
  defineEventType,
  type EventType,
  eventId,
  eventTypesPoint,
  recordEvent,
  recordEvents,
  toOutboxEvent,
} from './record-event.ts';
