-- Each import of the companies' registry fills tables of its own (registry_g<id>_...); a generation says what is
-- in them. The tables of a generation that failed or was pruned are gone, its row stays as the history.
CREATE TABLE registry_generations (
  id integer PRIMARY KEY CHECK (id > 0),
  state text NOT NULL CHECK (state IN ('loading', 'ready', 'failed', 'pruned')),
  -- YYYY-MM
  data_month text NOT NULL,
  -- The part of the country that was asked for; null means all of it.
  selection jsonb,
  started_at timestamptz NOT NULL,
  finished_at timestamptz,
  row_counts jsonb,
  refused_rows jsonb,
  checks jsonb,
  changes jsonb,
  -- The code of the error that ended it.
  failure text,
  -- When a rollback took it out of service; no later one puts it back.
  withdrawn_at timestamptz
);

-- The one generation that answers; no row before the first import.
CREATE TABLE registry_current (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  generation integer NOT NULL REFERENCES registry_generations (id),
  switched_at timestamptz NOT NULL
);

-- Rows that could not be imported. Limited for each file; the counts of the generation are complete.
CREATE TABLE registry_refused_rows (
  generation integer NOT NULL REFERENCES registry_generations (id),
  file text NOT NULL,
  line bigint NOT NULL,
  reason text NOT NULL,
  -- The first bytes of the row as they were.
  raw bytea NOT NULL
);
CREATE INDEX registry_refused_rows_generation ON registry_refused_rows (generation, file, line);

-- Replaced when generations are switched by one that reads the tables of the new generation. A call that has
-- begun keeps the text it began with, so no answer is made of two generations. The rows of a company come without the
-- descriptions of their codes: those are a few thousand for the whole country and change seldom, so each process
-- keeps the list, known by its checksum.
CREATE FUNCTION registry_company_rows(wanted_root text, wanted_branch text) RETURNS json
LANGUAGE sql STABLE AS 'SELECT NULL::json';

-- The list and its checksum.
CREATE FUNCTION registry_code_list() RETURNS json
LANGUAGE sql STABLE AS 'SELECT NULL::json';

-- Like registry_company_rows, replaced when generations are switched: the cities in which the generation in service
-- has establishments with a postal code, and how many.
CREATE FUNCTION registry_postal_code_cities(wanted integer) RETURNS json
LANGUAGE sql STABLE AS 'SELECT NULL::json';

-- Names are searched by trigrams. The extension is trusted: whoever may create in the database may create it.
DO $body$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
EXCEPTION
  WHEN insufficient_privilege THEN
    RAISE EXCEPTION 'the extension pg_trgm is missing and this role may not create it; have an administrator of the server run CREATE EXTENSION pg_trgm in this database, then start again';
  WHEN undefined_file OR feature_not_supported THEN
    RAISE EXCEPTION 'the server does not have the extension pg_trgm; install the contrib package of PostgreSQL, then start again';
END
$body$;

-- Upper case without accents. Nearly all names are ASCII, which skips what is slow.
CREATE FUNCTION registry_fold_text(value text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
  WHEN octet_length(value) = length(value) THEN upper(value COLLATE "C")
  ELSE translate(
    upper(value COLLATE "C"),
    'áàâãäåçéèêëíìîïñóòôõöúùûüýÿÁÀÂÃÄÅÇÉÈÊËÍÌÎÏÑÓÒÔÕÖÚÙÛÜÝ',
    'AAAAAACEEEEIIIINOOOOOUUUUYYAAAAAACEEEEIIIINOOOOOUUUUY'
  )
END;

-- A text as names are searched: folded, and without any CPF, which the names of sole proprietors may hold and nobody
-- is to find by trying digits.
CREATE FUNCTION registry_search_text(value text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
  WHEN value ~ '[0-9]{11}|[0-9]{3}\.[0-9]{3}\.[0-9]{3}'
  THEN regexp_replace(registry_fold_text(value), '[0-9]{3}\.?[0-9]{3}\.?[0-9]{3}[-./ ]?[0-9]{2}', '', 'g')
  ELSE registry_fold_text(value)
END;

-- One import of the files of tax regimes. Its rows are looked up while it is current.
CREATE TABLE registry_tax_generations (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  state text NOT NULL CHECK (
    state IN ('loading', 'current', 'previous', 'replaced', 'withdrawn', 'failed')
  ),
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
