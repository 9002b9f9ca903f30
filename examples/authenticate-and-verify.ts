// A back end from beginning to end: gets a token bound to a person, authenticates a photo as the person's app would,
// and believes the answer only once its signature has been verified.
//
//   CONFERE_URL=http://127.0.0.1:8080 CLIENT_ID=cli_... CLIENT_SECRET=... npx node examples/authenticate-and-verify.ts 12345678909 selfie.jpg
//
// The selfie is another photo than the one that is registered for the CPF.
//
// Needs nothing of this project but the address it is served at: copy it with verify-signed-answer.ts, install jose.
import { readFile } from 'node:fs/promises';
import { createRemoteJWKSet } from 'jose';
import { type VerifiedAnswer, verifySignedAnswer } from './verify-signed-answer.ts';

export type Service = {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
};

/** The answer that an app hands to its back end: the unchanged bytes of the body, and the header. */
export type SignedAnswer = { readonly body: Uint8Array; readonly signature: string };

/** On the back end: a token with which an app can authenticate this person and nobody else. */
export async function fetchBoundToken(service: Service, peopleId: string): Promise<string> {
  const credentials = `${encodeURIComponent(service.clientId)}:${encodeURIComponent(service.clientSecret)}`;
  const response = await fetch(`${service.url}/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      scope: 'faces:authenticate',
      people_id: peopleId,
    }),
  });
  if (!response.ok) throw new Error(`no token: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { access_token: string }).access_token;
}

/** In the app: sends the photo and keeps the answer as it comes. */
export async function authenticate(
  service: Pick<Service, 'url'>,
  request: { readonly token: string; readonly peopleId: string; readonly photo: Uint8Array },
): Promise<SignedAnswer> {
  const imageUrl = `data:image/jpeg;base64,${Buffer.from(request.photo).toString('base64')}`;
  const response = await fetch(`${service.url}/v1/face-authentications?shouldSignResponse=true`, {
    method: 'POST',
    headers: { authorization: `Bearer ${request.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ peopleId: request.peopleId, imageUrl }),
  });
  const body = new Uint8Array(await response.arrayBuffer());
  const signature = response.headers.get('x-response-signature');
  if (!response.ok || signature === null) throw new Error(`no verdict: ${Buffer.from(body).toString()}`);
  return { body, signature };
}

/** On the back end again: the verdict, or an error when the answer is not what the service said. */
export async function believe(
  service: Service,
  peopleId: string,
  answer: SignedAnswer,
): Promise<VerifiedAnswer> {
  const metadata = (await (await fetch(`${service.url}/.well-known/oauth-authorization-server`)).json()) as {
    issuer: string;
    jwks_uri: string;
  };
  const keys = createRemoteJWKSet(new URL(metadata.jwks_uri));
  return await verifySignedAnswer(
    { ...answer, clientId: service.clientId, peopleId },
    { issuer: metadata.issuer, keys },
  );
}

if (import.meta.main) {
  const { CONFERE_URL: url, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret } = process.env;
  const [peopleId, photo] = process.argv.slice(2);
  if (!url || !clientId || !clientSecret || !peopleId || !photo) {
    console.error('CONFERE_URL, CLIENT_ID, CLIENT_SECRET in the environment; a CPF and a photo as arguments');
    process.exit(2);
  }
  const service = { url, clientId, clientSecret };
  const token = await fetchBoundToken(service, peopleId);
  const answer = await authenticate(service, { token, peopleId, photo: await readFile(photo) });
  console.log(JSON.stringify(await believe(service, peopleId, answer), null, 2));
}
