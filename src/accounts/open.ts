import type { ModuleContext, OpenModule } from '../module.ts';
import type { ConfigOf } from '../platform/config/index.ts';
import type { JobOutcome } from '../platform/jobs/index.ts';
import { createAccountDirectory } from './account-directory.ts';
import { type AccountsDeps, loadAccountsDeps } from './accounts-deps.ts';
import { deleteOldChallenges } from './challenges-store.ts';
import { createCookies } from './cookies.ts';
import { createSessionVerifier } from './create-session-verifier.ts';
import { createSsoClient, type SsoClient } from './create-sso-client.ts';
import { deleteOldTries } from './failures-store.ts';
import { deleteOldInvitations } from './invitations-store.ts';
import { acceptanceRoutes } from './routes/accept-invitation.ts';
import { accountRoutes } from './routes/accounts.ts';
import { invitationRoutes } from './routes/invitations.ts';
import { ownPasskeyRoutes } from './routes/own-passkeys.ts';
import { sessionListRoutes, sessionRoutes } from './routes/sessions.ts';
import { passkeyRoutes, signInRoutes } from './routes/sign-in.ts';
import { ssoCallbackPath, ssoRoutes } from './routes/sso.ts';
import { deleteEndedSessions } from './sessions-store.ts';
import type { accountsSettings } from './settings.ts';
import type { SsoRoles } from './sign-in-by-sso.ts';

export async function openAccounts(context: ModuleContext<typeof accountsSettings>) {
  const { db, cipher, clock, audit, baseUrl } = context;
  const accounts = await loadAccountsDeps({
    db,
    cipher,
    clock,
    audit,
    baseUrl,
    settings: context.settings.accounts,
    environment: context.config.environment.sandbox === 'on' ? 'sandbox' : 'live',
  });
  const cookies = createCookies(baseUrl);
  const deps = { accounts, cookies };
  const { roles: ssoRoles, ...ssoSettings } = context.settings.sso;
  const sso = createConfiguredSso(context, ssoSettings);
  return {
    parts: {
      accounts,
      sessions: createSessionVerifier(accounts, cookies.session),
      directory: createAccountDirectory(accounts),
    },
    routes: [
      {
        on: ['customer'],
        add(app) {
          signInRoutes(app, deps);
          ssoRoutes(app, { ...deps, sso, ssoRoles: ssoRoles as SsoRoles });
          sessionRoutes(app, deps);
          passkeyRoutes(app, deps);
          sessionListRoutes(app, deps);
          ownPasskeyRoutes(app, deps);
          acceptanceRoutes(app, deps);
          invitationRoutes(app, deps);
          accountRoutes(app, deps);
        },
      },
    ],
    registerJobs(jobs) {
      jobs.schedule('purge-accounts', '43 * * * *', () => purgeAccounts(accounts));
    },
  } satisfies OpenModule<unknown>;
}

function createConfiguredSso(
  context: ModuleContext<typeof accountsSettings>,
  { issuer, clientId, clientSecret, roleClaim }: Omit<ConfigOf<typeof accountsSettings>['sso'], 'roles'>,
): SsoClient | undefined {
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  return context.adopt(
    createSsoClient({
      issuer,
      clientId,
      roleClaim,
      clock: context.clock,
      clientSecret: clientSecret.reveal(),
      redirectUri: `${context.baseUrl}${ssoCallbackPath}`,
    }),
    (it) => it.close(),
  );
}

/** Time that invitations which are over stay in the list. */
const invitationsMs = 90 * 24 * 3_600_000;

/** Removes sessions, open steps, counts and invitations that are over. */
async function purgeAccounts({ db, clock, settings }: AccountsDeps): Promise<JobOutcome> {
  const now = clock.now();
  const seen = new Date(now.getTime() - settings.idleMinutes * 60_000);
  await deleteEndedSessions(db, { expires: now, seen });
  await deleteOldChallenges(db, now);
  await deleteOldTries(db, now);
  await deleteOldInvitations(db, new Date(now.getTime() - invitationsMs));
  return { outcome: 'done' };
}
