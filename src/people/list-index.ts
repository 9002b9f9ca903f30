import { createHmac } from 'node:crypto';
import { normaliseName } from './normalise-name.ts';

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
