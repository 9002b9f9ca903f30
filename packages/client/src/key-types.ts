/** A JSON Web Key (RFC 7517): the members of EC, Ed25519 and RSA keys. */
export type Jwk = {
  kty?: string;
  use?: string;
  key_ops?: string[];
  alg?: string;
  crv?: string;
  x?: string;
  y?: string;
  d?: string;
  n?: string;
  e?: string;
  p?: string;
  q?: string;
  dp?: string;
  dq?: string;
  qi?: string;
};

/** A key of Web Crypto, in browsers and on Node alike. */
export type WebKey = InstanceType<typeof CryptoKey>;
