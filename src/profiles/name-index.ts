import { createHmac, createSecretKey } from 'node:crypto';
import { splitName } from './attributes/compare-names.ts';

/** Turns a name into the values that its words are found by, each once, in an order that says nothing of theirs. */
export type NameIndex = (name: string) => readonly string[];

/** The name of its key among the deployment's named keys. */
export const nameIndexKey = 'name-index';

/** Bytes of a word's hash that are stored: two words meet by chance once in 2^64 pairs. */
const wordBytes = 16;

/**
 * Keyed hashes (HMAC-SHA256) of the words of names, without case, accents and particles. Equal words have equal values:
 * whoever reads the database sees which profiles share words, and how frequent each is. Without the key it says no word.
 */
export function createNameIndex(key: Uint8Array): NameIndex {
  const secret = createSecretKey(key);
  const hash = (word: string) =>
    createHmac('sha256', secret).update(word).digest().toString('base64url', 0, wordBytes);
  return (name) => [...new Set(splitName(name).map(hash))].sort();
}
