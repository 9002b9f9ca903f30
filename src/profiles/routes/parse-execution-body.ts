import { type Cnpj, type Cpf, parseCnpj } from '../../platform/documents/index.ts';
import { HttpError } from '../../web/errors.ts';
import { parseCpfField } from '../../web/schemas.ts';
import type { JsonObject } from '../types.ts';

/** Size at most of attributes and of metadata, as JSON text. */
const largestObjectBytes = 16_384;
/** Lists and objects within each other at most: what is deeper cannot be written or compared everywhere. */
const deepestObject = 32;

/** The person or company that a body names. Rejects with `request_invalid`. */
export function parseDocument(body: {
  readonly cpf?: string;
  readonly cnpj?: string;
}): { readonly cpf: Cpf } | { readonly cnpj: Cnpj } {
  if ((body.cpf === undefined) === (body.cnpj === undefined)) {
    throw invalid('body', 'must have either cpf or cnpj');
  }
  if (body.cpf !== undefined) return { cpf: parseCpfField('body/cpf', body.cpf) };
  const cnpj = parseCnpj(body.cnpj);
  if (cnpj !== undefined) return { cnpj };
  throw invalid('body/cnpj', 'must be a CNPJ: fourteen characters without mask, valid check digits');
}

/** A member that is any object, within the limits. Rejects with `request_invalid`. */
export function checkSize(name: string, value: object | undefined): JsonObject | undefined {
  if (isDeeperThan(deepestObject, value)) {
    throw invalid(`body/${name}`, `must have at most ${deepestObject} levels`);
  }
  if (value === undefined || Buffer.byteLength(JSON.stringify(value)) <= largestObjectBytes) {
    return value as JsonObject | undefined;
  }
  throw invalid(`body/${name}`, `must be at most ${largestObjectBytes} bytes of JSON`);
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(levels - 1, member));
}

function invalid(path: string, message: string): HttpError {
  return new HttpError('request_invalid', { problems: [{ path, message }] });
}
