import Type from 'typebox';
import type { Secret } from '../platform/config/index.ts';
import { group, integer, text } from '../platform/config/variables.ts';
import { roles } from './types.ts';

export const accounts = group('Accounts of the console', {
  idleMinutes: integer({
    variable: 'SESSION_IDLE_MINUTES',
    default: 30,
    minimum: 1,
    maximum: 1_440,
    description: 'Minutes without a request after which a session of the console ends.',
  }),
  sessionHours: integer({
    variable: 'SESSION_HOURS',
    default: 12,
    minimum: 1,
    maximum: 168,
    description: 'Hours after which a session of the console ends in any case.',
  }),
  lockAfterFailures: integer({
    variable: 'SIGN_IN_LOCK_AFTER_FAILURES',
    default: 10,
    minimum: 1,
    maximum: 1_000,
    description:
      'Failed sign-ins to one account within 15 minutes after which its password is not taken until these are over. Of one network address: ten times as many.',
  }),
});

export const sso = group(
  'Single sign-on to the console',
  {
    issuer: Type.Optional(
      text<string>('issuer-url', {
        variable: 'SSO_ISSUER',
        whenUnset: 'no single sign-on',
        description: 'OpenID Connect issuer at which people sign in to the console.',
      }),
    ),
    clientId: Type.Optional(
      text<string>('text', {
        variable: 'SSO_CLIENT_ID',
        whenUnset: 'none',
        description:
          'The client of this service there; its redirect address is BASE_URL/v1/session/sso/callback.',
      }),
    ),
    clientSecret: Type.Optional(
      text<Secret>('secret', {
        variable: 'SSO_CLIENT_SECRET',
        whenUnset: 'none',
        description: 'Its secret, or `file:` and the path of a file that holds it.',
      }),
    ),
    roleClaim: text<string>('text', {
      variable: 'SSO_ROLE_CLAIM',
      default: 'roles',
      description: 'The claim that holds the roles or groups of a person: text, or an array.',
    }),
    roles: text<readonly (readonly [string, string])[]>('name-map', {
      variable: 'SSO_ROLES',
      default: '',
      description: `Its values and the roles that they stand for: ${roles.join(', ')}. Who has none is refused.`,
    }),
  },
  ({ issuer, clientId, clientSecret, roles: map }) => [
    ...(issuer !== undefined && (clientId === undefined || clientSecret === undefined || map.length === 0)
      ? [{ path: 'SSO_ISSUER', message: 'needs SSO_CLIENT_ID, SSO_CLIENT_SECRET and SSO_ROLES' }]
      : []),
    ...map
      .filter(([, role]) => !roles.some((known) => known === role))
      .map(([, role]) => ({ path: 'SSO_ROLES', message: `${role} is no role` })),
  ],
);

/** The settings of this domain. */
export const accountsSettings = { accounts, sso };
