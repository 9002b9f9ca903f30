/** A passkey that was not made or not used: the person cancelled it, it took too long, or none is here. */
export class PasskeyError extends Error {
  /** True when the device has a passkey of the account already. */
  readonly isHere: boolean;

  constructor(cause: unknown) {
    super('the passkey was not used', { cause });
    this.name = 'PasskeyError';
    this.isHere = cause instanceof Error && cause.name === 'InvalidStateError';
  }
}

/** True where passkeys can work: a browser that knows them, at a name. They belong to names, never to IP addresses. */
export function canUsePasskeys(): boolean {
  const { hostname } = window.location;
  const isAddress = /^[\d.]+$/.test(hostname) || hostname.startsWith('[');
  return 'PublicKeyCredential' in window && !isAddress;
}

/** The answer of a passkey to a question of the service. Rejects with a `PasskeyError`. */
export async function askForPasskey(options: object): Promise<never> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return (await startAuthentication({ optionsJSON: options as never }).catch(refuse)) as never;
}

/** A new passkey as the service asks for it. Rejects with a `PasskeyError`. */
export async function makePasskey(options: object): Promise<never> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return (await startRegistration({ optionsJSON: options as never }).catch(refuse)) as never;
}

function refuse(error: unknown): never {
  throw new PasskeyError(error);
}
