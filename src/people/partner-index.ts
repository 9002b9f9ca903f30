import { createHmac } from 'node:crypto';
import { normaliseName } from './normalise-name.ts';

/** Turns a partner's name and the six middle digits of the CPF into the value the row is found by. */
export type PartnerIndex = (name: string, sixDigits: string) => Uint8Array;

/** A keyed hash (HMAC-SHA256) of the normalised name and the digits, for the reason of `createCpfIndex`. */
export function createPartnerIndex(key: Uint8Array): PartnerIndex {
  return (name, sixDigits) =>
    createHmac('sha256', key)
      .update(`partner\0${sixDigits}\0${normaliseName(name)}`)
      .digest();
}

/** The six middle digits of a CPF as lists show it (`***.976.074-**`, `***976074**`), or undefined. */
export function readSixDigits(document: string): string | undefined {
  return /^[*Xx•]{3}\.?([0-9]{3})\.?([0-9]{3})-?[*Xx•]{2}$/.exec(document.trim())?.slice(1).join('');
}

/** Six digits as they are shown: `***.976.074-**`. */
export function maskSixDigits(sixDigits: string): string {
  return `***.${sixDigits.slice(0, 3)}.${sixDigits.slice(3)}-**`;
}
