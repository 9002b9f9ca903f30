import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { SecretReference } from '../../platform/config/index.ts';
import type { ClientCertificate } from '../../platform/outbound/index.ts';
import type { ProviderDescription } from './provider-description.ts';

/** Reads what a reference stands for; undefined when there is nothing. */
export type ReadReference = (reference: SecretReference) => { reveal(): string } | undefined;

/** The keys of a provider as this process finds them. */
export type ProviderKeys = {
  readonly secrets: ReadonlyMap<string, string>;
  readonly clientCertificate: ClientCertificate | undefined;
  /** Members of the description that stand for nothing, and what is wrong with them; never a value. */
  readonly missing: readonly { readonly member: string; readonly message: string }[];
};

/** Reads the secrets and the client certificate that a description names. */
export function readKeys(description: ProviderDescription, readReference: ReadReference): ProviderKeys {
  const secrets = new Map<string, string>();
  const missing: { member: string; message: string }[] = [];
  for (const [name, reference] of Object.entries(description.secrets)) {
    const secret = readReference(reference);
    if (secret === undefined) missing.push({ member: `secrets/${name}`, message: 'has no value' });
    else secrets.set(name, secret.reveal());
  }
  const certificate = readCertificate(description, secrets, readReference);
  if (certificate !== undefined && 'member' in certificate) missing.push(certificate);
  const clientCertificate = certificate !== undefined && 'member' in certificate ? undefined : certificate;
  return { secrets, clientCertificate, missing };
}

function readCertificate(
  { clientCertificate: described }: ProviderDescription,
  secrets: ReadonlyMap<string, string>,
  readReference: ReadReference,
): ClientCertificate | { readonly member: string; readonly message: string } | undefined {
  if (described === undefined) return undefined;
  const files = new Map<string, Buffer>();
  const { passphrase: passphraseName, ...references } = described;
  for (const [name, reference] of Object.entries(references)) {
    const member = `clientCertificate/${name}`;
    const path = readReference(reference)?.reveal();
    if (path === undefined) return { member, message: 'names a variable without a path' };
    try {
      files.set(name, readFileSync(path));
    } catch {
      return { member, message: 'names a file that cannot be read' };
    }
  }
  const passphrase = passphraseName === undefined ? undefined : secrets.get(passphraseName);
  const [cert, key, pfx] = ['certificateFile', 'keyFile', 'pfxFile'].map((name) => files.get(name));
  const certificate: ClientCertificate = {
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
    ...(pfx !== undefined && { pfx }),
    ...(passphrase !== undefined && { passphrase }),
  };
  try {
    createSecureContext(certificate as Parameters<typeof createSecureContext>[0]);
  } catch {
    return {
      member: 'clientCertificate',
      message: 'is no certificate with its key, or the passphrase is wrong',
    };
  }
  return certificate;
}
