import { randomBytes, type ScryptOptions, scrypt } from 'node:crypto';
import { promisify } from 'node:util';

/** A secret as it is stored: scrypt's output and everything it was made with but the secret (RFC 7914). */
export type SecretHash = {
  readonly salt: Uint8Array;
  readonly hash: Uint8Array;
  /** N: a power of two. Memory is 128 * N * blockSize bytes. */
  readonly cost: number;
  /** r */
  readonly blockSize: number;
  /** p */
  readonly parallelization: number;
};

const deriveKey: (secret: string, salt: Uint8Array, size: number, options: ScryptOptions) => Promise<Buffer> =
  promisify(scrypt);

const hashSizeBytes = 32;
const saltSizeBytes = 16;
const secretSizeBytes = 32;

/**
 * 16 MiB and some 30 ms a hash. Secrets are 256 random bits, which no cost makes harder to guess; the hash is
 * what keeps a copy of the database from being a set of credentials.
 */
const parameters = { cost: 16_384, blockSize: 8, parallelization: 1 } as const;

/** A new client secret: 32 random bytes as 43 characters of base64url. */
export function createSecret(): string {
  return randomBytes(secretSizeBytes).toString('base64url');
}

/** The hash to store for a secret, under a salt of its own. */
export async function hashSecret(secret: string): Promise<SecretHash> {
  const salt = randomBytes(saltSizeBytes);
  return { ...parameters, salt, hash: await deriveKey(secret, salt, hashSizeBytes, parameters) };
}

/** The hash of a secret with the salt and the parameters of a stored one. */
export async function hashSecretLike(
  secret: string,
  { salt, cost, blockSize, parallelization }: Omit<SecretHash, 'hash'>,
): Promise<Uint8Array> {
  return await deriveKey(secret, salt, hashSizeBytes, {
    cost,
    blockSize,
    parallelization,
    // Node refuses what needs more than 32 MiB unless told; stored parameters may grow.
    maxmem: 256 * cost * blockSize,
  });
}
