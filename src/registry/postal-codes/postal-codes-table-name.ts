/** The name of the table that says which cities a generation knows for a postal code. It needs no quoting. */
export function postalCodesTableName(generation: number): string {
  return `registry_g${Math.trunc(generation)}_postal_codes`;
}
