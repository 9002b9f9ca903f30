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

/** A `CryptoKey` in browsers and on Node alike, whose types before 24 have no such name. */
export type WebKey = Parameters<typeof crypto.subtle.sign>[1];
