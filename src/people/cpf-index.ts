import { createHmac, createSecretKey } from 'node:crypto';
import type { Cpf } from '../platform/documents/index.ts';

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
