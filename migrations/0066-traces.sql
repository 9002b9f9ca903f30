-- The trace that an event happened in, for the delivery of its webhooks to go on with. Null outside of traces.
ALTER TABLE event_outbox ADD COLUMN traceparent text;
ALTER TABLE webhook_deliveries ADD COLUMN traceparent text;
