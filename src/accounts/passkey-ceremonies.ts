import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { AccountsDeps } from './accounts-deps.ts';
import { findPasskey, type NewPasskey, type Passkey } from './passkeys-store.ts';

/** The questions for a browser and its answers, as the WebAuthn standard writes them in JSON. */
export type PasskeyRequest = PublicKeyCredentialRequestOptionsJSON;
export type PasskeyCreation = PublicKeyCredentialCreationOptionsJSON;
export type PasskeyAnswer = AuthenticationResponseJSON;
export type PasskeyProof = RegistrationResponseJSON;

/** EdDSA, ES256 and RS256, as COSE numbers them: what every authenticator has one of. */
const algorithms = [-8, -7, -257] as const;

type Deps = Pick<AccountsDeps, 'baseUrl'>;

// Loaded when the first passkey comes: its certificates take a moment that no start should wait for.
const loadLibrary = () => import('@simplewebauthn/server');

/** Asks a browser for one of these passkeys, or for any that it has for this service. */
export async function createPasskeyRequest(
  deps: Deps,
  passkeys: readonly Passkey[] = [],
): Promise<PasskeyRequest> {
  const { generateAuthenticationOptions } = await loadLibrary();
  return await generateAuthenticationOptions({
    rpID: new URL(deps.baseUrl).hostname,
    userVerification: 'required',
    allowCredentials: passkeys.map(({ id, transports }) => ({ id, transports: [...transports] })),
  });
}

/** Asks a browser to make a passkey that finds its account by itself, on a device that has none of the `existing`. */
export async function createPasskeyEnrolment(
  deps: Deps,
  person: { readonly name: string; readonly email: string },
  existing: readonly Passkey[] = [],
): Promise<PasskeyCreation> {
  const { generateRegistrationOptions } = await loadLibrary();
  return await generateRegistrationOptions({
    rpName: 'Confere',
    rpID: new URL(deps.baseUrl).hostname,
    userName: person.email,
    userDisplayName: person.name,
    attestationType: 'none',
    supportedAlgorithmIDs: [...algorithms],
    excludeCredentials: existing.map(({ id, transports }) => ({ id, transports: [...transports] })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** The passkey that a browser made for this question; undefined when it did not. */
export async function verifyPasskeyEnrolment(
  deps: Deps,
  proof: PasskeyProof,
  expectedChallenge: string,
): Promise<NewPasskey | undefined> {
  const { verifyRegistrationResponse } = await loadLibrary();
  const { origin, hostname } = new URL(deps.baseUrl);
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: proof,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: hostname,
    requireUserVerification: true,
    supportedAlgorithmIDs: [...algorithms],
  }).catch(unverified);
  if (!verified || registrationInfo === undefined) return undefined;
  const { id, publicKey, counter } = registrationInfo.credential;
  // The library looks at what was signed alone, which they are no part of.
  const named: unknown = proof.response.transports;
  const transports = (Array.isArray(named) ? named : []).filter(
    (one) => typeof one === 'string' && /^[a-z-]{1,20}$/.test(one),
  );
  return { id, publicKey, counter, transports: transports.slice(0, 8) };
}

/** The passkey that answered this question, with its new counter; undefined when none of ours did. */
export async function verifyPasskeyAnswer(
  deps: Deps & Pick<AccountsDeps, 'db' | 'rows'>,
  answer: PasskeyAnswer,
  expectedChallenge: string,
): Promise<Passkey | undefined> {
  const passkey = await findPasskey(deps.db, deps.rows, answer.id);
  if (passkey === undefined) return undefined;
  const { verifyAuthenticationResponse } = await loadLibrary();
  const { origin, hostname } = new URL(deps.baseUrl);
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: answer,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: hostname,
    credential: { id: passkey.id, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.counter },
    requireUserVerification: true,
  }).catch(unverified);
  if (!verified || authenticationInfo === undefined) return undefined;
  return { ...passkey, counter: authenticationInfo.newCounter };
}

/** The library throws for whatever is wrong with an answer; to a person all of it is one. */
function unverified(): { verified: false; registrationInfo?: undefined; authenticationInfo?: undefined } {
  return { verified: false };
}
