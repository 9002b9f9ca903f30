import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

/** A passkey in software: makes and uses a P-256 key as WebAuthn says, for the tests of a server. */
export type VirtualAuthenticator = {
  /** The answer of navigator.credentials.create, in JSON. */
  create(options: { readonly challenge: string }): object;
  /** The answer of navigator.credentials.get, in JSON. */
  get(
    options: { readonly challenge: string },
    changes?: { readonly origin?: string; readonly isUserVerified?: boolean },
  ): object;
};

/** An authenticator with one key, in a browser at an origin. */
export function createVirtualAuthenticator(origin: string): VirtualAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string };
  const id = randomBytes(16);
  const userHandle = randomBytes(16);
  let counter = 0;
  const rpIdHash = createHash('sha256').update(new URL(origin).hostname).digest();

  const clientData = (type: string, challenge: string, from = origin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));

  function authenticatorData(flags: number, more = Buffer.alloc(0)): Buffer {
    counter += 1;
    const fixed = Buffer.alloc(5);
    fixed[0] = flags;
    fixed.writeUInt32BE(counter, 1);
    return Buffer.concat([rpIdHash, fixed, more]);
  }

  return {
    create({ challenge }) {
      // COSE key (RFC 9053): kty EC2, alg ES256, crv P-256, x, y.
      const coseKey = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const data = authenticatorData(0x45, Buffer.concat([Buffer.alloc(16), length, id, coseKey]));
      // CBOR: { fmt: "none", attStmt: {}, authData: bytes }.
      const size = Buffer.alloc(2);
      size.writeUInt16BE(data.length);
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
        size,
        data,
      ]);
      return {
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    get({ challenge }, { origin: from, isUserVerified = true } = {}) {
      const data = authenticatorData(isUserVerified ? 0x05 : 0x01);
      const client = clientData('webauthn.get', challenge, from);
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      return {
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: createSign('sha256').update(signed).sign(privateKey).toString('base64url'),
          userHandle: userHandle.toString('base64url'),
        },
      };
    },
  };
}
