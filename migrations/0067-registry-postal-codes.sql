-- Like registry_company_rows, replaced when generations are switched: the cities in which the generation in service
-- has establishments with a postal code, and how many.
CREATE FUNCTION registry_postal_code_cities(wanted integer) RETURNS json
LANGUAGE sql STABLE AS 'SELECT NULL::json';
