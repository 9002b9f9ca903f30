/** The result of a session, as the service tells a back end. */
export type TrialResult = {
  readonly state: string;
  readonly verdict?: { readonly probability: number; readonly isAlive: boolean; readonly engine: string };
  readonly reasons?: readonly string[];
  readonly steps?: readonly {
    readonly number: number;
    readonly kind: string;
    readonly yawDegrees?: number;
    readonly pitchDegrees?: number;
    readonly residual?: number;
    readonly isFulfilled?: boolean;
    readonly frames: readonly { readonly index: number; readonly imageUrl: string }[];
  }[];
};

/** An answer of the service that is no success. */
export class TrialError extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.name = 'TrialError';
    this.code = code;
  }
}

/** The challenges that a session may ask for: `turns`, and `turns_and_light` where the service offers it. */
export async function readChallenges(): Promise<readonly string[]> {
  return (await call<{ readonly challenges: readonly string[] }>('challenges', {})).challenges;
}

/** Exchanges the code of the address for the link to the capture page and the key to the result. */
export async function beginTrial(
  code: string,
  locale: string,
  challenge: string,
): Promise<{ readonly captureUrl: string; readonly key: string }> {
  return await call('begin', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, locale, challenge }),
  });
}

export async function readTrial(key: string): Promise<TrialResult> {
  return await call('session', { headers: { authorization: `Bearer ${key}` } });
}

async function call<Data>(operation: string, options: RequestInit): Promise<Data> {
  const response = await fetch(new URL(`try/${operation}`, location.href), {
    ...options,
    cache: 'no-store',
    credentials: 'omit',
  });
  const body = (await response.json().catch(() => undefined)) as (Data & { code?: string }) | undefined;
  if (!response.ok || body === undefined) throw new TrialError(body?.code ?? 'unexpected_answer');
  return body;
}
