import { createCipheriv, createDecipheriv, createSecretKey } from 'node:crypto';
import { type Cnpj, parseCnpj } from '../platform/documents/index.ts';
import { companyIdKind, isId } from '../platform/ids.ts';

/** The ids of companies, made of their numbers and read back. */
export type CompanyIds = {
  /** The same for a CNPJ on every replica, whether or not anything is stored of it. */
  idOf(cnpj: Cnpj): string;
  /** Undefined for an id that no CNPJ has here. */
  cnpjOf(id: string): Cnpj | undefined;
};

const algorithm = 'aes-256-ecb';
const blockBytes = 16;

/**
 * Encrypts the fourteen characters of a CNPJ, with two zero bytes behind them, as one block of AES: a permutation, so
 * that an id is a number's own and can be turned back. The key keeps an id in a log or an address from naming the
 * company. It must never change: `loadNamedKey`.
 */
export function createCompanyIds(key: Uint8Array): CompanyIds {
  const secret = createSecretKey(key);
  return {
    idOf(cnpj) {
      const block = Buffer.alloc(blockBytes);
      block.write(cnpj, 'latin1');
      const cipher = createCipheriv(algorithm, secret, null).setAutoPadding(false);
      return `${companyIdKind.prefix}_${cipher.update(block, undefined, 'hex')}${cipher.final('hex')}`;
    },
    cnpjOf(id) {
      if (!isId(companyIdKind, id)) return undefined;
      const decipher = createDecipheriv(algorithm, secret, null).setAutoPadding(false);
      const block = Buffer.concat([decipher.update(id.slice(4), 'hex'), decipher.final()]);
      return block.readUInt16BE(14) === 0 ? parseCnpj(block.toString('latin1', 0, 14)) : undefined;
    },
  };
}
