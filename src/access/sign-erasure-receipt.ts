import { SignJWT } from 'jose';
import { issuerOf } from './issuer.ts';
import type { SigningKeys } from './signing-keys.ts';

/** The `typ` of a receipt of erasure. */
const erasureReceiptType = 'confere-erasure-receipt+jwt';

/** That a person was erased, and what of them. */
export type ErasureReceipt = {
  readonly id: string;
  /** The client that asked for it: the receipt's audience. */
  readonly clientId: string;
  readonly personId: string;
  readonly erasedAt: Date;
  /** The number of erased records of each kind. */
  readonly erased: Readonly<Record<string, number>>;
};

/**
 * A compact JWS (ES256) that says what was erased and when. It does not expire, and is verified with the published
 * keys for as long as the response key is; holds no CPF.
 */
export async function signErasureReceipt(
  deps: { readonly keys: SigningKeys; readonly issuer: string },
  receipt: ErasureReceipt,
): Promise<string> {
  const key = deps.keys.current('response');
  return await new SignJWT({ erasedAt: receipt.erasedAt.toISOString(), erased: receipt.erased })
    .setProtectedHeader({ alg: 'ES256', kid: key.kid, typ: erasureReceiptType })
    .setIssuer(issuerOf(deps.issuer))
    .setAudience(receipt.clientId)
    .setSubject(receipt.personId)
    .setIssuedAt(Math.floor(receipt.erasedAt.getTime() / 1000))
    .setJti(receipt.id)
    .sign(key.privateKey);
}
