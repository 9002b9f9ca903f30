-- Rules of one client: liveness beyond what the operator demands, pages that may embed the capture page, and where it
-- may lead back to. Null: the operator's demand alone.
ALTER TABLE clients
  ADD COLUMN liveness_authentication text,
  ADD COLUMN liveness_registration text,
  ADD COLUMN capture_origins text[] NOT NULL DEFAULT '{}',
  ADD COLUMN redirect_urls text[] NOT NULL DEFAULT '{}';

-- How often the person was given more time.
ALTER TABLE liveness_sessions ADD COLUMN extensions integer NOT NULL DEFAULT 0;
