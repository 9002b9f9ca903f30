/** A CNPJ as people write it. */
export function showCnpj(cnpj: string): string {
  return cnpj.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5');
}

/** The CNPJ that somebody typed, with or without punctuation; undefined for anything else. */
export function readCnpj(typed: string): string | undefined {
  const cnpj = typed.toUpperCase().replaceAll(/[.\-/\s]/g, '');
  return /^[0-9A-Z]{12}\d{2}$/.test(cnpj) ? cnpj : undefined;
}
