-- Like registry_company_record, replaced when generations are switched. The rows of a company come without the
-- descriptions of their codes: those are a few thousand for the whole country and change seldom, so each process
-- keeps the list, known by its checksum.
CREATE FUNCTION registry_company_rows(wanted_root text, wanted_branch text) RETURNS json
LANGUAGE sql STABLE AS 'SELECT NULL::json';

-- The list and its checksum.
CREATE FUNCTION registry_code_list() RETURNS json
LANGUAGE sql STABLE AS 'SELECT NULL::json';
