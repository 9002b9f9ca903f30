import type { ModuleContext, OpenModule } from '../module.ts';
import type { ConfigOf } from '../platform/config/index.ts';
import { loadRowBinder } from '../platform/encryption/index.ts';
import type { RateLimiter } from '../platform/rate-limits/index.ts';
import type { TokenVerifier } from '../platform/tokens/index.ts';
import type { SecretGuard } from './authenticate-client.ts';
import { createRulesOfClients } from './client-rules.ts';
import { createExternalTokenVerifier } from './create-external-token-verifier.ts';
import { createTokenEndpoint } from './create-token-endpoint.ts';
import { createTokenVerifier } from './create-token-verifier.ts';
import { purgeClientAssertions, rotateOldSigningKeys } from './jobs.ts';
import { loadSigningKeys } from './load-signing-keys.ts';
import { clientRoutes } from './routes/client-routes.ts';
import { discoveryRoutes } from './routes/discovery.ts';
import { tokenRoute } from './routes/token.ts';
import type { accessSettings } from './settings.ts';
import { signResponse } from './sign-response.ts';

export async function openAccess(context: ModuleContext<typeof accessSettings>) {
  const { db, cipher, clock, baseUrl, settings, onBackgroundError: onError } = context;
  const environment = context.config.environment.sandbox === 'on' ? 'sandbox' : 'live';
  const signingKeys = context.adopt(await loadSigningKeys({ db, cipher, clock, onError }), (it) => it.stop());
  const own = context.adopt(
    await createTokenVerifier({ db, keys: signingKeys, issuer: baseUrl, clock, environment, onError }),
    (it) => it.stop(),
  );
  // Another issuer does not say which environment its tokens are for.
  const accepted =
    environment === 'sandbox' ? own : context.adopt(createAcceptedVerifier(context, own), (it) => it.stop());
  const tokenEndpoint = createTokenEndpoint({
    db,
    rows: await loadRowBinder(db, cipher),
    keys: signingKeys,
    issuer: baseUrl,
    otherBaseUrls: [context.mobileBaseUrl],
    clock,
    tokenLifetimeSeconds: settings.access.accessTokenLifetimeSeconds,
    environment,
    guard: createSecretGuard(context.limiter, context.config.limits.tokenFailuresPerMinute),
    onError,
  });
  const lifetimeSeconds = settings.access.responseSignatureLifetimeSeconds;
  const signer = { keys: signingKeys, issuer: baseUrl, environment, lifetimeSeconds } as const;
  const jobs = { db, cipher, clock, signingKeyMaxAgeDays: settings.access.signingKeyMaxAgeDays };
  return {
    parts: {
      verifiers: { accepted, own },
      signingKeys,
      issuer: baseUrl,
      rulesOfClients: createRulesOfClients(db, settings.livenessPolicy),
      signResponse: (response: Parameters<typeof signResponse>[1]) => signResponse(signer, response),
    },
    routes: [
      {
        on: ['customer'],
        add: (app) =>
          clientRoutes(app, {
            access: { db, cipher, clock, livenessPolicy: settings.livenessPolicy },
            revocations: own,
          }),
      },
      {
        on: 'every',
        add(app) {
          tokenRoute(app, { tokenEndpoint });
          discoveryRoutes(app, { signingKeys, baseUrl });
        },
      },
    ],
    registerJobs(queue) {
      queue.schedule('rotate-signing-keys', '29 4 * * *', () => rotateOldSigningKeys(jobs));
      queue.schedule('purge-client-assertions', '37 * * * *', () => purgeClientAssertions(jobs));
    },
  } satisfies OpenModule<unknown>;
}

/** The keys of another issuer are read again so often. Those at hand are kept while it does not answer. */
const refreshKeysEveryMs = 300_000;

/** Tokens of the issuer that is configured are accepted instead of this service's own. */
function createAcceptedVerifier(
  { settings, clock, onBackgroundError: onError }: ModuleContext<typeof accessSettings>,
  own: TokenVerifier,
): TokenVerifier {
  const { issuer, mobileAudience, customerAudience, ...claims } = settings.externalIssuer as ConfigOf<
    typeof accessSettings
  >['externalIssuer'];
  if (issuer === undefined) return own;
  return createExternalTokenVerifier({
    external: {
      ...claims,
      issuer,
      audiences: { mobile: mobileAudience, customer: customerAudience },
      refreshKeysEveryMs,
    },
    clock,
    onError,
  });
}

/** Counts wrong secrets by client and source; the limiter knows the full ones by itself. */
function createSecretGuard(limiter: RateLimiter, limit: number): SecretGuard {
  const bucket = (clientId: string, source: string) => ({
    policy: 'secrets',
    key: `${clientId} ${source}`,
    limit,
    windowMs: 60_000,
  });
  return {
    isLocked: (clientId, source) => limiter.findFull(bucket(clientId, source)) !== undefined,
    countFailure: async (clientId, source) => void (await limiter.count([bucket(clientId, source)])),
  };
}
