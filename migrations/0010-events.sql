-- Events in the order they were published, for the feed and webhooks. Identifiers only, nothing personal.
CREATE TABLE events (
  position bigint PRIMARY KEY,
  id text NOT NULL UNIQUE,
  type text NOT NULL,
  version integer NOT NULL,
  at timestamptz NOT NULL,
  client_id text,
  data jsonb NOT NULL
);
CREATE INDEX events_at ON events (at);

-- The last position given out. Whoever publishes locks the row, so that positions become visible in their order.
CREATE TABLE event_head (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  last_position bigint NOT NULL
);
INSERT INTO event_head (last_position) VALUES (0);

-- Where clients want their events sent. Address and secrets are sealed.
CREATE TABLE webhook_endpoints (
  id text PRIMARY KEY,
  client_id text NOT NULL,
  -- Null: every type that the client may see.
  types text[],
  description text,
  -- Null while it receives.
  disabled_at timestamptz,
  disabled_reason text CHECK (disabled_reason IN ('asked', 'gone', 'failing', 'client_revoked')),
  created_at timestamptz NOT NULL,
  -- Since when every delivery failed.
  failing_since timestamptz,
  key_id text NOT NULL,
  wrapped_key bytea NOT NULL,
  ciphertext bytea NOT NULL
);
CREATE INDEX webhook_endpoints_client ON webhook_endpoints (client_id, created_at);

-- One event on its way to one endpoint, and what came of each try, by month of the time in its identifier. A claimed one
-- keeps its place in every index: its lease has a column that no index has.
CREATE TABLE webhook_deliveries (
  id text PRIMARY KEY,
  endpoint_id text NOT NULL REFERENCES webhook_endpoints (id) ON DELETE CASCADE,
  event_id text NOT NULL,
  state text NOT NULL CHECK (state IN ('pending', 'delivered', 'failed', 'cancelled')),
  -- Retries and replays go after what is new.
  is_later boolean NOT NULL,
  -- When it is to be tried.
  due_at timestamptz NOT NULL,
  -- While it is tried: when another process may take it over.
  leased_until timestamptz,
  created_at timestamptz NOT NULL,
  attempts jsonb NOT NULL DEFAULT '[]',
  traceparent text
) PARTITION BY RANGE (id);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, is_later, due_at) WHERE state = 'pending';
CREATE INDEX webhook_deliveries_endpoint ON webhook_deliveries (endpoint_id, id);
CREATE INDEX webhook_deliveries_event ON webhook_deliveries (event_id);

-- What was before the month of the first start. Each page has room for a delivery as it is while it is tried.
DO $$
BEGIN
  EXECUTE format('CREATE TABLE webhook_deliveries_first PARTITION OF webhook_deliveries
    FOR VALUES FROM (MINVALUE) TO (%L) WITH (fillfactor = 50)',
    'whd_' || lpad(to_hex((extract(epoch FROM date_trunc('month', now() AT TIME ZONE 'UTC')) * 1000)::bigint), 12, '0'));
END;
$$;

-- For months that have no partition yet; also the model of those that are made, with its room on each page.
CREATE TABLE webhook_deliveries_rest PARTITION OF webhook_deliveries DEFAULT WITH (fillfactor = 50);
