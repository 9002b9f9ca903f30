import { splitName } from '../../profiles/index.ts';
import { type Address, type MergedAddress, maxAddresses } from '../types.ts';

/** The addresses that one source knows. */
export type AddressesOf = { readonly origin: string; readonly addresses: readonly Address[] };

/** Words for kinds of streets, in the forms that sources shorten them to. */
const streetKinds: Readonly<Record<string, string>> = {
  R: 'RUA',
  AV: 'AVENIDA',
  AVE: 'AVENIDA',
  TV: 'TRAVESSA',
  TRAV: 'TRAVESSA',
  AL: 'ALAMEDA',
  PC: 'PRACA',
  PCA: 'PRACA',
  ROD: 'RODOVIA',
  EST: 'ESTRADA',
};

/**
 * Each address once, with the sources that know it, in the order of the sources. Two entries are one address when
 * nothing that both say differs, and they share street and number, or postal code and number. What the first leaves
 * out is filled from the others. At most 20.
 */
export function mergeAddresses(found: readonly AddressesOf[]): readonly MergedAddress[] {
  const merged: { address: Address; origins: string[] }[] = [];
  for (const { origin, addresses } of found) {
    for (const address of addresses) {
      const same = merged.find((one) => isSame(one.address, address));
      if (same === undefined) merged.push({ address, origins: [origin] });
      else {
        same.address = { ...address, ...same.address };
        if (!same.origins.includes(origin)) same.origins.push(origin);
      }
    }
  }
  return merged.slice(0, maxAddresses).map(({ address, origins }) => ({ ...address, origins }));
}

function isSame(a: Address, b: Address): boolean {
  if (JSON.stringify(a) === JSON.stringify(b)) return true;
  const parts = ['street', 'number', 'postalCode', 'city', 'state', 'complement'] as const;
  const differs = parts.some((part) => {
    const [one, other] = [normalise(part, a[part]), normalise(part, b[part])];
    return one !== '' && other !== '' && one !== other;
  });
  if (differs) return false;
  const shares = (part: (typeof parts)[number]) =>
    normalise(part, a[part]) !== '' && normalise(part, b[part]) !== '';
  return shares('number') && (shares('street') || shares('postalCode'));
}

function normalise(part: keyof Address, value: string | undefined): string {
  if (value === undefined) return '';
  if (part === 'postalCode') return value.replaceAll(/\D/g, '');
  if (part === 'number')
    return value
      .trim()
      .toUpperCase()
      .replace(/^0+(?=\d)/, '');
  const words = splitName(value);
  return words
    .map((word, at) => (part === 'street' && at === 0 ? (streetKinds[word] ?? word) : word))
    .join(' ');
}
