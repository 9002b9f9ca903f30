import type { Clock } from '../../platform/clock.ts';
import type { OutboundClient } from '../../platform/outbound/index.ts';
import { ProviderFailure } from './ask-provider.ts';
import type { ProviderDescription } from './provider-description.ts';

/** The access token of a provider, fetched when there is none and renewed before it ends. */
export type ProviderToken = {
  /** Rejects with `ProviderFailure`. Several callers at once wait for one request. */
  get(): Promise<string>;
  /** Forgets a token that the provider refused. */
  drop(token: string): void;
};

/** A token is renewed so long before its end, at most: requests with it may be under way. */
const earlierMs = 60_000;
const usualLifeSeconds = 300;
const maxBytes = 65_536;

/**
 * Fetches tokens with the client's credentials (RFC 6749, section 4.4), sent as Basic authentication. See
 * docs/decisions/0035.
 */
export function createProviderToken(
  { oauth, timeoutMs }: ProviderDescription & { readonly oauth: NonNullable<ProviderDescription['oauth']> },
  secrets: ReadonlyMap<string, string>,
  { client, clock }: { readonly client: OutboundClient; readonly clock: Clock },
): ProviderToken {
  let kept: { readonly token: string; readonly untilMs: number } | undefined;
  let fetching: Promise<string> | undefined;

  async function fetchToken(): Promise<string> {
    const credentials = `${secrets.get(oauth.clientId)}:${secrets.get(oauth.clientSecret)}`;
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      ...(oauth.scope !== undefined && { scope: oauth.scope }),
    });
    const request = {
      method: 'POST',
      url: oauth.tokenUrl,
      headers: {
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
      },
      body: form.toString(),
      maxBytes,
      timeoutMs,
    };
    const answer = await client
      .send(request, async ({ status, bytes }) => ({ status, body: await bytes() }))
      .catch(() => {
        throw new ProviderFailure('provider_token_unreachable', { isPassing: true });
      });
    if (answer.status >= 500) throw new ProviderFailure('provider_token_unreachable', { isPassing: true });
    if (answer.status !== 200) throw new ProviderFailure('provider_token_refused', { isPassing: false });
    const { token, lifeSeconds } = readToken(answer.body);
    kept = {
      token,
      untilMs: clock.now().getTime() + lifeSeconds * 1_000 - Math.min(earlierMs, lifeSeconds * 100),
    };
    return token;
  }

  return {
    async get() {
      if (kept !== undefined && kept.untilMs > clock.now().getTime()) return kept.token;
      fetching ??= fetchToken().finally(() => {
        fetching = undefined;
      });
      return await fetching;
    },
    drop(token) {
      if (kept?.token === token) kept = undefined;
    },
  };
}

function readToken(body: Buffer): { readonly token: string; readonly lifeSeconds: number } {
  try {
    const { access_token: token, expires_in: life } = JSON.parse(body.toString('utf8')) as Record<
      string,
      unknown
    >;
    // A token that no header can hold is none.
    if (typeof token === 'string' && /^[\x21-\x7e]+$/.test(token)) {
      const seconds = Number(life);
      return { token, lifeSeconds: seconds > 0 && seconds < 1e7 ? seconds : usualLifeSeconds };
    }
  } catch {
    // Told below.
  }
  throw new ProviderFailure('provider_token_refused', { isPassing: false });
}
