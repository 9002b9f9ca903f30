import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { bulkhead, isBulkheadRejectedError } from 'cockatiel';
import { AccountsError } from './errors.ts';

const deriveNow = promisify(argon2) as (
  algorithm: 'argon2id',
  parameters: Argon2Parameters,
) => Promise<Buffer>;

/**
 * Two hashes at a time, and 64 that wait: they use the threads that files, photos and look-ups of names need, and
 * strangers can ask for as many as they have addresses.
 */
const hashing = bulkhead(2, 64);

/** Rejects with `sign_in_busy`. */
const derive: typeof deriveNow = (algorithm, parameters) =>
  hashing
    .execute(() => deriveNow(algorithm, parameters))
    .catch((cause: Error) => {
      if (!isBulkheadRejectedError(cause)) throw cause;
      throw new AccountsError('sign_in_busy', { retryAfterSeconds: 2, cause });
    });

/** 19 MiB, two passes, one lane: the least that OWASP recommends for argon2id. */
const parameters = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;

/**
 * The argon2id hash of a password under a salt of its own, in the form of the PHC string format. Rejects with
 * `sign_in_busy`.
 */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const hash = await derive('argon2id', { ...parameters, nonce, message: toBytes(password) });
  const { memory, passes, parallelism } = parameters;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(nonce)}$${encode(hash)}`;
}

/** True if the hash was made from this password. Without a hash it takes as long. Rejects with `sign_in_busy`. */
export async function matchesPassword(password: string, stored: string | undefined): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(stored ?? '');
  if (parts === null) {
    await derive('argon2id', { ...parameters, nonce: randomBytes(16), message: toBytes(password) });
    return false;
  }
  const [, memory, passes, parallelism, nonce, expected] = parts as unknown as string[];
  const hash = Buffer.from(expected!, 'base64');
  const found = await derive('argon2id', {
    message: toBytes(password),
    nonce: Buffer.from(nonce!, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: hash.length,
  });
  return timingSafeEqual(found, hash);
}

/** The same bytes whatever form a keyboard gives accents in. */
function toBytes(password: string): Buffer {
  return Buffer.from(password.normalize('NFKC'));
}

function encode(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replace(/=+$/, '');
}
