-- Whether this database belongs to a live service or to a sandbox. One row, written at the first start.
CREATE TABLE deployment_environment (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  environment text NOT NULL CHECK (environment IN ('live', 'sandbox')),
  claimed_at timestamptz NOT NULL
);
