-- Whom an event is about: ids of people, never documents. Null for events of earlier versions and those about nobody.
ALTER TABLE audit_events ADD COLUMN subjects text[];
CREATE INDEX audit_events_subjects ON audit_events USING gin (subjects);

-- The event that the log of this database begins with. A log without it was emptied.
CREATE TABLE audit_beginnings (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  chain text NOT NULL,
  sequence bigint NOT NULL,
  hash bytea NOT NULL CHECK (octet_length(hash) = 32)
);
