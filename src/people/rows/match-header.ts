/**
 * The form of a column's name that its spellings share: without accents, case, and what is no letter or digit
 * (`Sigla_Função`, `SIGLA FUNCAO`).
 */
function looseName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '');
}

/** Where each wanted column stands in a header; columns that are not there are absent. */
export function matchHeader<Name extends string>(
  header: readonly string[],
  wanted: Readonly<Partial<Record<Name, readonly string[]>>>,
): Partial<Record<Name, number>> {
  const places = new Map<string, number>();
  for (const [index, name] of header.entries()) {
    const loose = looseName(name);
    if (!places.has(loose)) places.set(loose, index);
  }
  const found: Partial<Record<Name, number>> = {};
  for (const [field, spellings] of Object.entries(wanted) as [Name, readonly string[]][]) {
    const place = spellings.map((spelling) => places.get(looseName(spelling))).find((at) => at !== undefined);
    if (place !== undefined) found[field] = place;
  }
  return found;
}
