export { defineEventType, type EventType, eventId, eventTypesPoint } from './event-type.ts';
export {
  hasOutboxEvents,
  insertOutboxSql,
  type OutboxEvent,
  outboxValues,
  outboxWaitsSql,
  takeOutboxSql,
} from './outbox-store.ts';
export { recordEvent, recordEvents, toOutboxEvent } from './record-event.ts';
