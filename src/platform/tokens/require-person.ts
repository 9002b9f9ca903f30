import type { Cpf } from '../documents/index.ts';
import type { AccessToken } from './access-token.ts';
import { TokenError } from './errors.ts';

/** Passes when the token is bound to nobody or to this person (undefined: nobody knows any more whom); otherwise `token_other_person`. */
export function requirePerson(token: AccessToken, cpf: Cpf | undefined): void {
  if (token.peopleId !== undefined && token.peopleId !== cpf) {
    throw new TokenError('token_other_person');
  }
}
