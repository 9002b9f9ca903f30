import { createHmac, createSecretKey } from 'node:crypto';
import type { Cpf } from '../platform/documents.ts';
import { splitName } from '../profiles/index.ts';

/** Turns a CPF into the value its rows are found by. */
export type CpfIndex = (cpf: Cpf) => Uint8Array;

/**
 * A keyed hash (HMAC-SHA256) of CPFs. With a billion possible CPFs a plain hash would be undone in minutes;
 * without the key this one says nothing.
 */
export function createCpfIndex(key: Uint8Array): CpfIndex {
  // Made once: making it from bytes for each hash takes several times as long as the hash.
  const secret = createSecretKey(key);
  return (cpf) => createHmac('sha256', secret).update(cpf).digest();
}

/** Remarks that some lists put beside a name. */
const remarks = /\((?:cumulativamente|interin[oa]|substitut[oa])\)/gi;

/** A name without what a list says beside it. */
export function dropRemarks(name: string): string {
  return name.replace(remarks, ' ').trim();
}

/** The normal form of a name, without accents, case, particles and word order. Empty for a name without letters. */
export function normaliseName(name: string): string {
  return splitName(dropRemarks(name)).toSorted().join(' ');
}

/** Turns what an entry of a public list names somebody by into the values it is found by. */
export type ListIndex = {
  readonly sixDigits: (digits: string) => Uint8Array;
  readonly name: (name: string) => Uint8Array;
};

/** Keyed hashes (HMAC-SHA256), for the reason of `createCpfIndex`. */
export function createListIndex(key: Uint8Array): ListIndex {
  const hash = (kind: string, text: string) => createHmac('sha256', key).update(`${kind}\0${text}`).digest();
  return {
    sixDigits: (digits) => hash('six-digits', digits),
    name: (name) => hash('name', normaliseName(name)),
  };
}

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
