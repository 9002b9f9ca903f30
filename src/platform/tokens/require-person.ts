import type { Cpf } from '../documents/index.ts';
import type { AccessToken } from './access-token.ts';
import { TokenError } from './errors.ts';

/**
 * Passes when the token is not bound, or bound to this person (undefined when the person was erased); otherwise
 * throws `token_other_person`.
 */
export function requirePerson(token: AccessToken, cpf: Cpf | undefined): void {
  if (token.peopleId !== undefined && token.peopleId !== cpf) {
    throw new TokenError('token_other_person');
  }
}
