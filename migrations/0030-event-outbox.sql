-- Events as the transactions that cause them write them, until they are numbered and published. Empty most of the time.
-- No personal data: identifiers only.
CREATE TABLE event_outbox (
  sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id text NOT NULL,
  type text NOT NULL,
  version integer NOT NULL,
  at timestamptz NOT NULL,
  -- The only client that may see it; null: every client with the scope.
  client_id text,
  data jsonb NOT NULL
);
