import type { AuditAction } from '../platform/audit/index.ts';
import type { AccountsDeps } from './accounts-deps.ts';

/** Where a request of somebody who is not signed in comes from. */
export type SignInSource = {
  readonly address: string;
  /** The network that tries are counted for: an IPv4 address, or 64 bits of IPv6. */
  readonly network: string;
  /** Cookie header. */
  readonly cookies: string | undefined;
  readonly userAgent: string | undefined;
  readonly requestId: string;
};

/** Records what came of a sign-in: by the account when it is proved, otherwise by whoever tried. */
export async function recordSignIn(
  deps: Pick<AccountsDeps, 'audit'>,
  source: SignInSource,
  event: { readonly action: AuditAction; readonly outcome: string } & (
    | { readonly accountId: string; readonly by: 'account' }
    // Undefined where the e-mail address has no account.
    | { readonly accountId: string | undefined; readonly by?: undefined }
  ),
): Promise<void> {
  await deps.audit.record({
    actor: event.by === 'account' ? { kind: 'account', id: event.accountId } : { kind: 'link' },
    action: event.action,
    target: event.accountId,
    source: source.address,
    outcome: event.outcome,
    requestId: source.requestId,
  });
}
