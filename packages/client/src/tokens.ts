import { type Credentials, proveClient } from './credentials.ts';
import { TokenRequestError } from './errors.ts';
import { type Sending, send } from './send.ts';

/** A token as the token endpoint answers with it. */
export type Token = {
  readonly accessToken: string;
  readonly expiresInSeconds: number;
  readonly scope: string;
};

export type TokenWish = {
  /** Scopes separated by spaces; all that the client may hold unless given. */
  readonly scope?: string;
  /** A CPF: the token authenticates this person only. Mobile clients only. */
  readonly peopleId?: string;
};

/** Keeps one token of the client and renews it. */
export type Tokens = {
  /** A token that is good for a while; calls that wait for one share one request. */
  current(): Promise<string>;
  /** Makes the next call of `current` fetch another one, unless that has happened since. */
  forget(token: string): void;
  /** A token of its own, for instance for a phone. */
  fetch(wish: TokenWish, signal?: AbortSignal): Promise<Token>;
};

export type TokensOptions = {
  readonly tokenUrl: string;
  readonly credentials: Credentials | undefined;
  readonly scope: string | undefined;
  readonly sending: Sending;
};

/** A token is renewed when this part of its life is left, so that it does not expire on its way. */
const renewedBefore = 0.2;

export function createTokens({ tokenUrl, credentials, scope, sending }: TokensOptions): Tokens {
  let kept: { readonly token: string; readonly until: number } | undefined;
  let pending: Promise<string> | undefined;

  async function fetchToken(wish: TokenWish, signal?: AbortSignal): Promise<Token> {
    if (credentials === undefined || 'token' in credentials) {
      throw new TypeError('a token is fetched with clientId and clientSecret or privateKey');
    }
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      ...(await proveClient(credentials, tokenUrl)),
      ...(wish.scope === undefined ? {} : { scope: wish.scope }),
      ...(wish.peopleId === undefined ? {} : { people_id: wish.peopleId }),
    });
    const isOnce = 'privateKey' in credentials;
    const { status, bytes } = await send(
      { url: tokenUrl, method: 'POST', headers: {}, body: form },
      // An assertion is good once: a lost answer needs another one.
      { ...sending, ...(isOnce ? { retries: 0 } : {}), signal: signal ?? sending.signal },
    );
    const answer = parse(bytes);
    if (status !== 200 || typeof answer.access_token !== 'string') {
      const code = String(answer.error ?? answer.code ?? `http_${status}`);
      throw new TokenRequestError(code, `no token: ${code}: ${answer.error_description ?? status}`, status);
    }
    return {
      accessToken: answer.access_token,
      expiresInSeconds: Number(answer.expires_in),
      scope: String(answer.scope ?? ''),
    };
  }

  async function renew(): Promise<string> {
    if (credentials === undefined) throw new TypeError('this operation needs credentials');
    if ('token' in credentials) {
      const { token } = credentials;
      const value = typeof token === 'string' ? token : await token();
      kept = { token: value, until: Number.POSITIVE_INFINITY };
      return value;
    }
    const { accessToken, expiresInSeconds } = await fetchToken(scope === undefined ? {} : { scope });
    kept = { token: accessToken, until: performance.now() + expiresInSeconds * 1000 * (1 - renewedBefore) };
    return accessToken;
  }

  return {
    fetch: fetchToken,
    async current() {
      if (kept !== undefined && performance.now() < kept.until) return kept.token;
      pending ??= renew().finally(() => {
        pending = undefined;
      });
      return await pending;
    },
    forget(token) {
      if (kept?.token === token) kept = undefined;
    },
  };
}

function parse(bytes: Uint8Array): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
