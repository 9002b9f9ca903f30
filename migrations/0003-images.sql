-- Photos kept as evidence or reference. The encrypted bytes stand in the image store under the same id; the
-- wrapped key stands only here, so that deleting the row makes the bytes unreadable for good. No hash of
-- them: a plain one would link a photo that somebody knows to a person.
CREATE TABLE images (
  id text PRIMARY KEY CHECK (id ~ '^img_[0-9a-f]{32}$'),
  created_at timestamptz NOT NULL,
  content_type text NOT NULL,
  width integer NOT NULL CHECK (width > 0),
  height integer NOT NULL CHECK (height > 0),
  size_bytes integer NOT NULL CHECK (size_bytes > 0),
  key_id text NOT NULL,
  wrapped_key bytea NOT NULL
);

-- The places of the deployment's photos. A process that finds another folder or bucket in its settings does not start.
CREATE TABLE image_places (
  place text PRIMARY KEY CHECK (place IN ('files', 's3')),
  -- Of files the name in the folder's file `confere-deployment`; of S3 the name of the bucket.
  name text NOT NULL
);
