-- Photos kept as evidence or reference. The encrypted bytes stand in the image store under the same id; the
-- wrapped key stands only here, so that deleting the row makes the bytes unreadable for good.
CREATE TABLE images (
  id text PRIMARY KEY CHECK (id ~ '^img_[0-9a-f]{32}$'),
  created_at timestamptz NOT NULL,
  content_type text NOT NULL,
  width integer NOT NULL CHECK (width > 0),
  height integer NOT NULL CHECK (height > 0),
  size_bytes integer NOT NULL CHECK (size_bytes > 0),
  sha256 bytea NOT NULL CHECK (octet_length(sha256) = 32),
  key_id text NOT NULL,
  wrapped_key bytea NOT NULL
);
