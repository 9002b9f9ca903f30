import Type from 'typebox';
import { choice, group, integer, text } from '../platform/config/variables.ts';

export const access = group('Tokens and signed responses', {
  accessTokenLifetimeSeconds: integer({
    variable: 'ACCESS_TOKEN_LIFETIME_SECONDS',
    default: 900,
    minimum: 60,
    maximum: 3_600,
    description: 'How long an access token is valid, in seconds.',
  }),
  responseSignatureLifetimeSeconds: integer({
    variable: 'RESPONSE_SIGNATURE_LIFETIME_SECONDS',
    default: 300,
    minimum: 10,
    maximum: 86_400,
    description: 'How long a signed response may be presented as fresh, in seconds.',
  }),
  signingKeyMaxAgeDays: integer({
    variable: 'SIGNING_KEY_MAX_AGE_DAYS',
    default: 90,
    minimum: 1,
    maximum: 3_650,
    description:
      'Age in days at which the keys of tokens and signed responses are replaced, each night. The new ones are published before they sign, the old ones as long as something they signed is good.',
  }),
});

export const externalIssuer = group('Tokens of another issuer', {
  issuer: Type.Optional(
    text<string>('issuer-url', {
      variable: 'OIDC_ISSUER',
      whenUnset: 'tokens of this service',
      description:
        'Issuer whose tokens are accepted instead of those of this service, found by its metadata (OpenID Connect Discovery or RFC 8414). Its keys must be on the same host, or on a public one over https.',
    }),
  ),
  mobileAudience: text<string>('text', {
    variable: 'OIDC_AUDIENCE_MOBILE',
    default: 'mobile',
    description: 'The `aud` of its tokens for the mobile product.',
  }),
  customerAudience: text<string>('text', {
    variable: 'OIDC_AUDIENCE_CUSTOMER',
    default: 'customer',
    description: 'The `aud` of its tokens for the customer product.',
  }),
  scopeMap: text<readonly (readonly [string, string])[]>('name-map', {
    variable: 'OIDC_SCOPE_MAP',
    default: '',
    description:
      'Its scopes and those of this service that they stand for. Scopes of the same name need no entry; others are ignored.',
  }),
  scopeClaim: text<string>('text', {
    variable: 'OIDC_SCOPE_CLAIM',
    default: 'scope',
    description: 'The claim that holds the scopes: text with spaces, or an array.',
  }),
  peopleIdClaim: text<string>('text', {
    variable: 'OIDC_PEOPLE_ID_CLAIM',
    default: 'peopleId',
    description: 'The claim that binds a token to one CPF.',
  }),
  tokenTypes: text<readonly string[]>('name-list', {
    variable: 'OIDC_TOKEN_TYPES',
    default: 'at+jwt',
    description:
      'Values that the `typ` header of its access tokens may have. Add `JWT` for an issuer that does not follow RFC 9068; make sure then that no other tokens of it have these audiences.',
  }),
});

export const livenessPolicy = group('Liveness of photos', {
  authentication: choice(['passive', 'challenge'], {
    variable: 'LIVENESS_REQUIRED_AUTHENTICATION',
    default: 'passive',
    description:
      'Liveness that an authentication needs. `passive`: of one photo. `challenge`: a liveness session; a photo alone is refused. A client may demand more, never less.',
  }),
  registration: choice(['passive', 'challenge'], {
    variable: 'LIVENESS_REQUIRED_REGISTRATION',
    default: 'passive',
    description: 'The same for registering a face.',
  }),
});

/** The settings of this domain. */
export const accessSettings = { access, externalIssuer, livenessPolicy };
