/** A CPF or an id as somebody typed or pasted it: of a CPF the digits. */
export function readPersonId(typed: string): string {
  return /^[\d.\-\s]+$/.test(typed) ? typed.replaceAll(/\D/g, '') : typed.trim();
}
