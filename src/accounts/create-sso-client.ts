import type { Configuration } from 'openid-client';
import type { Clock } from '../platform/clock.ts';
import { createOutboundClient, OutboundError } from '../platform/outbound/index.ts';
import { AccountsError } from './errors.ts';

export type SsoFlow = { readonly state: string; readonly nonce: string; readonly verifier: string };

export type SsoPerson = {
  readonly subject: string;
  readonly name: string | undefined;
  readonly email: string | undefined;
  /** The values of the claim that holds roles. */
  readonly roles: readonly string[];
};

/** Sign-in at another issuer, by OpenID Connect with the authorization code flow and PKCE. */
export type SsoClient = {
  readonly issuer: string;
  /** The address to send the browser to. Rejects with `sso_unavailable`. */
  begin(): Promise<{ readonly url: string; readonly flow: SsoFlow }>;
  /**
   * The person of an ID token that the issuer signed for this client and this flow, and that has not expired. Rejects
   * with `sso_refused` or `sso_unavailable`.
   */
  finish(query: string, flow: SsoFlow): Promise<SsoPerson>;
  close(): void;
};

const answerLimitBytes = 512 * 1024;
const requestTimeoutMs = 10_000;
/** The issuer's metadata and keys are read again after this. */
const rediscoverAfterMs = 3_600_000;

/** A client of the issuer. Its metadata is read at the first sign-in, and never at the start. */
export function createSsoClient(options: {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  readonly roleClaim: string;
  readonly clock: Clock;
}): SsoClient {
  const { issuer, clientId, clientSecret, redirectUri, roleClaim, clock } = options;
  // The operator named the issuer's host, so it may be private and on any port.
  const outbound = createOutboundClient({ peer: 'sso', allow: [new URL(issuer).hostname] });
  let known: { readonly config: Configuration; readonly at: number } | undefined;

  const fetchOutbound = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const body = init.body === null || init.body === undefined ? undefined : String(init.body);
    return await outbound.send(
      {
        url,
        method: init.method ?? 'GET',
        headers: Object.fromEntries(new Headers(init.headers)),
        body,
        maxBytes: answerLimitBytes,
        timeoutMs: requestTimeoutMs,
      },
      async (answer) => {
        const contentType = answer.header('content-type');
        const bytes = await answer.bytes();
        if (answer.status >= 500) {
          throw new OutboundError('outbound_unreachable', { detail: String(answer.status) });
        }
        return new Response(answer.status === 204 ? null : new Uint8Array(bytes), {
          status: answer.status,
          headers: contentType === undefined ? {} : { 'content-type': contentType },
        });
      },
    );
  };

  async function configuration(): Promise<Configuration> {
    const now = clock.now().getTime();
    if (known !== undefined && now - known.at < rediscoverAfterMs) return known.config;
    const { allowInsecureRequests, ClientSecretBasic, customFetch, discovery, enableNonRepudiationChecks } =
      await import('openid-client');
    try {
      const config = await discovery(new URL(issuer), clientId, undefined, ClientSecretBasic(clientSecret), {
        [customFetch]: fetchOutbound as never,
        // TLS to the token endpoint is no signature: the key of the issuer must have signed each ID token.
        execute: [enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [allowInsecureRequests] : [])],
      });
      known = { config, at: now };
      return config;
    } catch (cause) {
      throw new AccountsError('sso_unavailable', { cause });
    }
  }

  return {
    issuer,
    async begin() {
      const config = await configuration();
      const client = await import('openid-client');
      const flow: SsoFlow = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      };
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid profile email',
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, flow };
    },
    async finish(query, flow) {
      const config = await configuration();
      const client = await import('openid-client');
      try {
        const tokens = await client.authorizationCodeGrant(config, new URL(`${redirectUri}?${query}`), {
          pkceCodeVerifier: flow.verifier,
          expectedState: flow.state,
          expectedNonce: flow.nonce,
          idTokenExpected: true,
        });
        const own = tokens.claims()!;
        const more =
          config.serverMetadata().userinfo_endpoint === undefined
            ? {}
            : await client.fetchUserInfo(config, tokens.access_token, own.sub);
        // Nobody signed the answer of the userinfo endpoint: it adds to the ID token, and changes nothing of it.
        const claims: Readonly<Record<string, unknown>> = { ...more, ...own };
        return {
          subject: own.sub,
          name: textOf(claims.name),
          email: textOf(claims.email),
          roles: [claims[roleClaim]].flat().filter((role) => typeof role === 'string'),
        };
      } catch (cause) {
        throw new AccountsError(isAway(cause) ? 'sso_unavailable' : 'sso_refused', { cause });
      }
    },
    close: () => outbound.close(),
  };
}

/** True of what the client throws when the issuer does not answer, or only that it cannot. */
function isAway(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof OutboundError && cause.kind === 'unavailable';
}

function textOf(claim: unknown): string | undefined {
  return typeof claim === 'string' && claim.trim() !== '' ? claim : undefined;
}
