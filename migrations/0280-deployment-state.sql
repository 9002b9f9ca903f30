-- What one deployment knows of itself and no copy of it should: the PostgreSQL server that it was on, since when nothing
-- leaves it, and its newest backup.
CREATE TABLE deployment_state (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  database_system text,
  -- Null while work goes on.
  held_since timestamptz(3),
  backed_up_at timestamptz(3),
  -- Rows of photos without their bytes, when they were last counted.
  photos_missing integer,
  photos_checked_at timestamptz(3)
);

-- The places of the deployment's photos. A process that finds another folder or bucket in its settings does not start.
CREATE TABLE image_places (
  place text PRIMARY KEY CHECK (place IN ('files', 's3')),
  -- Of files the name in the folder's file `confere-deployment`; of S3 the name of the bucket.
  name text NOT NULL
);
