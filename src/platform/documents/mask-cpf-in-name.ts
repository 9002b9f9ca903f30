import { parseCpf } from './cpf.ts';

/**
 * A name without the CPF that sole proprietors' names were once registered with, at their end. Shown as the registry
 * shows partners' numbers: six digits in the middle. Eleven digits at the end of a name are taken for a CPF even
 * when their check digits are wrong; elsewhere only a valid one is.
 */
export function maskCpfInName(name: string): string {
  if (!/\d{3}/.test(name)) return name;
  return name
    .replace(/(?<!\d)(\d{3})\.?(\d{3})\.?(\d{3})[-./ ]?(\d{2})(?=\W*$)/, '***$2$3**')
    .replace(/(?<!\d)(\d{3})\.?(\d{3})\.?(\d{3})-?(\d{2})(?!\d)/g, (found, ...parts: string[]) =>
      parseCpf(found.replaceAll(/\D/g, '')) === undefined ? found : `***${parts[1]}${parts[2]}**`,
    );
}
