-- Tells a deployment from a copy of it. A restore makes another identity; a copy of a database's files is behind with the
-- count, which goes on every minute.
ALTER TABLE deployment_state
  ADD COLUMN identity uuid NOT NULL DEFAULT gen_random_uuid(),
  ADD COLUMN count integer NOT NULL DEFAULT 0,
  ADD COLUMN counted_at timestamptz(3) NOT NULL DEFAULT now();
