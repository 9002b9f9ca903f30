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

-- One event on its way to one endpoint, and what came of each try.
CREATE TABLE webhook_deliveries (
  id text PRIMARY KEY,
  endpoint_id text NOT NULL REFERENCES webhook_endpoints (id) ON DELETE CASCADE,
  event_id text NOT NULL,
  state text NOT NULL CHECK (state IN ('pending', 'delivered', 'failed', 'cancelled')),
  -- Retries and replays go after what is new.
  is_later boolean NOT NULL,
  -- When it is to be tried; while it is tried, when another process may take it over.
  due_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  attempts jsonb NOT NULL DEFAULT '[]'
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, is_later, due_at) WHERE state = 'pending';
CREATE INDEX webhook_deliveries_endpoint ON webhook_deliveries (endpoint_id, id);
CREATE INDEX webhook_deliveries_event ON webhook_deliveries (event_id);
CREATE INDEX webhook_deliveries_age ON webhook_deliveries (created_at);

ALTER TABLE signing_keys DROP CONSTRAINT signing_keys_purpose_check;
ALTER TABLE signing_keys ADD CONSTRAINT signing_keys_purpose_check
  CHECK (purpose IN ('access-token', 'response', 'webhook'));
