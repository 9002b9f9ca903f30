import { choice, constant, group, integer, text } from '../platform/config/variables.ts';

const access = group('Tokens and signed responses', {
  accessTokenLifetimeSeconds: integer({
    variable: 'ACCESS_TOKEN_LIFETIME_SECONDS',
    default: 900,
    minimum: 60,
    maximum: 3_600,
    description: 'Lifetime of an access token, in seconds.',
  }),
  /** Time for which a signed response counts as fresh, in seconds. */
  responseSignatureLifetimeSeconds: constant(300),
  /**
   * Maximum age of the signing keys of tokens and responses, in days. A nightly job replaces older keys. New
   * keys are published before they sign; old keys stay published until their last signature has expired.
   */
  signingKeyMaxAgeDays: constant(90),
});

const externalIssuer = group('Tokens of another issuer', {
  issuer: text('issuer-url', {
    variable: 'OIDC_ISSUER',
    whenUnset: 'the service accepts its own tokens',
    description:
      'Issuer whose tokens replace those of this service. The service reads its metadata (OpenID Connect Discovery or RFC 8414). The keys of the issuer must be on the same host, or on a public host over https.',
  }),
  mobileAudience: text('text', {
    variable: 'OIDC_AUDIENCE_MOBILE',
    default: 'mobile',
    description: 'The `aud` claim of mobile tokens from `OIDC_ISSUER`.',
  }),
  customerAudience: text('text', {
    variable: 'OIDC_AUDIENCE_CUSTOMER',
    default: 'customer',
    description: 'The `aud` claim of customer tokens from `OIDC_ISSUER`.',
  }),
  scopeMap: text('name-map', {
    variable: 'OIDC_SCOPE_MAP',
    default: '',
    description:
      'Pairs of a scope of `OIDC_ISSUER` and the scope of this service that it stands for. Scopes with the same name need no pair. Unknown scopes are ignored.',
  }),
  scopeClaim: text('text', {
    variable: 'OIDC_SCOPE_CLAIM',
    default: 'scope',
    description: 'Claim with the scopes: a text with spaces, or an array.',
  }),
  peopleIdClaim: text('text', {
    variable: 'OIDC_PEOPLE_ID_CLAIM',
    default: 'peopleId',
    description: 'Claim that binds a token to one CPF.',
  }),
  tokenTypes: text('name-list', {
    variable: 'OIDC_TOKEN_TYPES',
    default: 'at+jwt',
    description:
      'Accepted values of the `typ` header of access tokens. Add `JWT` for an issuer that does not follow RFC 9068. Then make sure that no other kind of token of this issuer has these audiences.',
  }),
});

const livenessPolicy = group('Liveness of photos', {
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

export const accessSettings = { access, externalIssuer, livenessPolicy };
