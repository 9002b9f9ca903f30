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
