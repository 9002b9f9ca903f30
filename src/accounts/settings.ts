import { constant, group, integer, text } from '../platform/config/variables.ts';
import { roles } from './types.ts';

const accounts = group('Accounts of the console', {
  idleMinutes: integer({
    variable: 'SESSION_IDLE_MINUTES',
    default: 30,
    minimum: 1,
    maximum: 1_440,
    description: 'Minutes without a request after which a console session ends.',
  }),
  sessionHours: integer({
    variable: 'SESSION_HOURS',
    default: 12,
    minimum: 1,
    maximum: 168,
    description: 'Maximum duration of a console session, in hours.',
  }),
  /**
   * Failed sign-ins to one account within 15 minutes that lock its password, until these minutes end, for the network
   * or the known device that they came from. The limits of a network, and of an account over all networks, are ten
   * times as high.
   */
  lockAfterFailures: constant(10),
});

const sso = group(
  'Single sign-on to the console',
  {
    issuer: text('issuer-url', {
      variable: 'SSO_ISSUER',
      whenUnset: 'no single sign-on',
      description: 'OpenID Connect issuer where people sign in to the console.',
    }),
    clientId: text('text', {
      variable: 'SSO_CLIENT_ID',
      whenUnset: 'none',
      description:
        'Client ID of this service at the issuer. Register the redirect address BASE_URL/v1/session/sso/callback there.',
    }),
    clientSecret: text('secret', {
      variable: 'SSO_CLIENT_SECRET',
      whenUnset: 'none',
      description: 'Client secret of this service at the issuer.',
    }),
    roleClaim: text('text', {
      variable: 'SSO_ROLE_CLAIM',
      default: 'roles',
      description: 'Claim with the roles or groups of a person: a text, or an array.',
    }),
    roles: text('name-map', {
      variable: 'SSO_ROLES',
      default: '',
      description: `Pairs of a value of SSO_ROLE_CLAIM and a role: ${roles.join(', ')}. People without a role are refused.`,
    }),
  },
  ({ issuer, clientId, clientSecret, roles: map }) => [
    ...(issuer !== undefined && (clientId === undefined || clientSecret === undefined || map.length === 0)
      ? [{ path: 'SSO_ISSUER', message: 'needs SSO_CLIENT_ID, SSO_CLIENT_SECRET and SSO_ROLES' }]
      : []),
    ...map
      .filter(([, role]) => !roles.some((known) => known === role))
      .map(([, role]) => ({ path: 'SSO_ROLES', message: `${role} is not a role` })),
  ],
);

export const accountsSettings = { accounts, sso };
