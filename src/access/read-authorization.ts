import { TokenError } from '../platform/tokens/index.ts';

/** The token of the header, or undefined without a header. Throws `token_invalid` for anything else. */
export function readAuthorization(
  authorization: string | undefined,
  options: { readonly bareTokenAllowed: boolean; readonly longestTokenCharacters: number },
): string | undefined {
  const value = authorization?.trim() ?? '';
  if (value === '' || value.toLowerCase() === 'bearer') {
    return undefined;
  }
  const bearer = /^bearer +(\S+)$/i.exec(value)?.[1];
  const jwt = bearer ?? (options.bareTokenAllowed && !/\s/.test(value) ? value : undefined);
  if (jwt === undefined || jwt.length > options.longestTokenCharacters) {
    throw new TokenError('token_invalid');
  }
  return jwt;
}
