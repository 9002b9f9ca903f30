-- One import of the files of tax regimes. Its rows are looked up while it is current.
CREATE TABLE registry_tax_generations (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  state text NOT NULL CHECK (state IN ('loading', 'current', 'previous', 'replaced', 'withdrawn', 'failed')),
  started_at timestamptz NOT NULL,
  finished_at timestamptz,
  row_count bigint,
  skipped_count bigint,
  -- The last year that a file is of.
  last_year smallint,
  failure text
);
CREATE UNIQUE INDEX registry_tax_generations_current ON registry_tax_generations (state) WHERE state = 'current';

-- A company's regime in a year. Files name branches, too: the root is the company.
CREATE TABLE registry_tax_regimes (
  generation integer NOT NULL,
  company_root text NOT NULL,
  cnpj text NOT NULL,
  year integer NOT NULL,
  -- real, presumido, arbitrado, imune, isenta, or other
  kind text NOT NULL,
  -- As it is published.
  regime text NOT NULL,
  -- The CNPJ of a silent partnership that the row is about; empty for the company itself.
  scp text NOT NULL
);
CREATE INDEX registry_tax_regimes_root ON registry_tax_regimes (generation, company_root);
