import { lookup } from 'node:dns/promises';
import { createServer } from 'node:net';
import type { ListenAddress } from '../platform/config/index.ts';
import type { Finding } from './types.ts';

/** A look whether the service could listen there. `isOurs` when it already does. */
export async function checkListener(
  variable: string,
  address: ListenAddress,
  isOurs: boolean,
): Promise<Finding> {
  const text = `${address.host}:${address.port}`;
  if (isOurs) return { name: variable, state: 'well', found: `${text}, the service listens` };
  const server = createServer();
  const code = await new Promise<string | undefined>((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen(address.port, address.host, () => server.close(() => resolve(undefined)));
  });
  if (code === undefined) return { name: variable, state: 'well', found: `${text} is free` };
  return {
    name: variable,
    state: 'problem',
    found: `${text}: ${code}`,
    remedy: `Set ${variable} to an address of this machine and a port that is free.`,
  };
}

/** A look at a public address: a known name, and TLS. */
export async function checkPublicAddress(variable: string, address: string | undefined): Promise<Finding> {
  if (address === undefined) {
    return {
      name: variable,
      state: 'warning',
      found: 'not set: links and tokens name the listener',
      remedy: `Set ${variable} to the address that clients use, before the first token is issued.`,
    };
  }
  const url = new URL(address);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isKnown = await lookup(host).then(
    () => true,
    () => false,
  );
  if (!isKnown) {
    return {
      name: variable,
      state: 'warning',
      found: `${host} has no address`,
      remedy: `Correct ${variable} or the DNS.`,
    };
  }
  return url.protocol === 'https:' || host === 'localhost' || host.startsWith('127.')
    ? { name: variable, state: 'well', found: address }
    : {
        name: variable,
        state: 'warning',
        found: `${address} is not https`,
        remedy: 'Put a proxy with TLS in front, or set TLS_CERT and TLS_KEY: tokens and photos travel there.',
      };
}
