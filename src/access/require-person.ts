import type { Cpf } from '../platform/documents/index.ts';
import { AccessError } from './errors.ts';
import type { AccessToken } from './types.ts';

/** Passes when the token is bound to nobody or to this person (undefined: nobody knows any more whom); otherwise `token_other_person`. */
export function requirePerson(token: AccessToken, cpf: Cpf | undefined): void {
  if (token.peopleId !== undefined && token.peopleId !== cpf) {
    throw new AccessError('token_other_person');
  }
}
