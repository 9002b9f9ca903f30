import { createHmac } from 'node:crypto';

/** The stored identity of a request with an `Idempotency-Key`. Neither part reveals the client's data. */
export type RequestIdentity = {
  /** Stands for the client and its key. */
  readonly key: string;
  /** Stands for what was asked. */
  readonly digest: Uint8Array;
};

export type RequestIdentities = ReturnType<typeof createRequestIdentities>;

/**
 * Makes identities of requests by keyed hashes (HMAC-SHA256): a CPF, or a client's own text, could be guessed from plain
 * ones. See docs/decisions/0015.
 */
export function createRequestIdentities(secret: Uint8Array) {
  const hash = (purpose: string, text: string) =>
    createHmac('sha256', secret).update(`${purpose}\0${text}`).digest();
  const hashKey = (clientId: string, key: string) =>
    hash('key', canonicalJson([clientId, key])).toString('base64url');
  return {
    hashKey,
    /**
     * The identity of a request, whatever the order or spacing of its fields. `key` is the `Idempotency-Key` as it was
     * sent, `asked` the request as plain JSON.
     */
    identify({ clientId, key, asked }: { clientId: string; key: string; asked: unknown }): RequestIdentity {
      return { key: hashKey(clientId, key), digest: hash('request', canonicalJson(asked)) };
    },
  };
}

/**
 * A value as JSON that says the same for every order of members: sorted by their names, without spaces. Members that are
 * undefined are left out, as JSON does it. Throws TypeError for what JSON has no text for.
 */
export function canonicalJson(value: unknown): string {
  const text = JSON.stringify(value, (_name, member: unknown) => {
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
    // `__proto__` stays a member like others in an object without a prototype. Numbers as names come first everywhere.
    const sorted: Record<string, unknown> = Object.create(null);
    for (const name of Object.keys(member).sort()) sorted[name] = (member as Record<string, unknown>)[name];
    return sorted;
  });
  if (text === undefined) throw new TypeError('There is no JSON for this value');
  return text;
}
