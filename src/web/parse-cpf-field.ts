import { type Cpf, parseCpf } from '../platform/documents/index.ts';
import { HttpError } from './errors.ts';

/** The CPF in a field of a request. Throws `request_invalid` naming the field, never the value. */
export function parseCpfField(path: string, value: unknown): Cpf {
  const cpf = parseCpf(value);
  if (cpf === undefined) {
    throw new HttpError('request_invalid', {
      problems: [{ path, message: 'must be a CPF: eleven digits with valid check digits' }],
    });
  }
  return cpf;
}
