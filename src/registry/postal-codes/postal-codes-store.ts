import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/index.ts';
import { postalCodesTableName } from '../registry-tables-store.ts';

/** A city of Receita Federal's list, and how many establishments have it with a postal code. */
export type CountedCity = { readonly code: string; readonly establishments: number };

type FoundCities = { readonly codesKey: string; readonly cities: readonly CountedCity[] };

/**
 * The cities of a postal code of eight digits in the registry in service, the one with most establishments first, and
 * the checksum of the list that names them. Undefined when the registry in service has not learned postal codes.
 */
export async function findCitiesOfPostalCode(db: Db, postalCode: string): Promise<FoundCities | undefined> {
  const { rows } = await sql<{ found: FoundCities | null }>`
    select registry_postal_code_cities(${Number(postalCode)}::integer) as found
  `.execute(db);
  return rows[0]?.found ?? undefined;
}

/**
 * Puts the postal codes of a generation into service, or none where it was imported without them. Must be in the
 * transaction that switches the registry.
 */
export async function switchPostalCodes(tx: Tx, generation: number, codesKey: string): Promise<void> {
  const name = postalCodesTableName(generation);
  const { rows } = await sql<{ known: string | null }>`select to_regclass(${name})::text as known`.execute(
    tx,
  );
  const read =
    rows[0]?.known == null
      ? 'null::json'
      : `json_build_object('codesKey', '${codesKey}', 'cities', coalesce((
          select json_agg(json_build_object('code', city, 'establishments', establishments)
            order by establishments desc, city) from ${name} where postal_code = wanted), '[]'::json))`;
  await sql
    .raw(`
create or replace function registry_postal_code_cities(wanted integer) returns json
language plpgsql stable as $body$
begin
  return ${read};
end
$body$`)
    .execute(tx);
}
