import { lookup } from 'node:dns/promises';
import { existsSync } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, resolve } from 'node:path';
import type { ListenAddress } from '../platform/config/index.ts';
import type { Finding } from './types.ts';

const gibibyte = 1024 ** 3;
const oldestNodeMajor = 24;
/** The service with its networks, and the embedded database, take about one. */
const leastMemoryBytes = 1.5 * gibibyte;
const usualMemoryBytes = 3 * gibibyte;
const leastDiskBytes = gibibyte;
/** A month of the registry and the one before it. */
const usualDiskBytes = 60 * gibibyte;
/** No clock that is right shows less. */
const earliest = new Date('2026-11-01T00:00:00Z');

export function checkNode(version: string): Finding {
  const isWell = Number(version.replace(/^v/, '').split('.')[0]) >= oldestNodeMajor;
  return {
    name: 'node',
    state: isWell ? 'well' : 'problem',
    found: `Node ${version}`,
    ...(isWell
      ? {}
      : { remedy: `Use Node ${oldestNodeMajor}: start the service with npm or npx, which bring it.` }),
  };
}

export function checkMemory(totalBytes: number): Finding {
  const found = `${(totalBytes / gibibyte).toFixed(1)} GiB of memory`;
  if (totalBytes < leastMemoryBytes) {
    return {
      name: 'memory',
      state: 'problem',
      found,
      remedy: 'Give the machine or container at least 2 GiB.',
    };
  }
  return totalBytes < usualMemoryBytes
    ? {
        name: 'memory',
        state: 'warning',
        found,
        remedy: 'Set FACE_WORKERS=1, or give it 4 GiB: imports and several face workers need more.',
      }
    : { name: 'memory', state: 'well', found };
}

/** The room on the disk of a folder that may not be there yet. */
export async function checkDisk(folder: string): Promise<Finding> {
  let existing = resolve(folder);
  while (!existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing);
  const { bavail, bsize } = await statfs(existing);
  return judgeDisk(bavail * bsize);
}

export function judgeDisk(freeBytes: number): Finding {
  const found = `${(freeBytes / gibibyte).toFixed(1)} GiB free for DATA_DIR`;
  if (freeBytes < leastDiskBytes) {
    return {
      name: 'disk',
      state: 'problem',
      found,
      remedy: 'Free at least 1 GiB, or set DATA_DIR to another disk.',
    };
  }
  return freeBytes < usualDiskBytes
    ? {
        name: 'disk',
        state: 'warning',
        found,
        remedy: 'Enough to start. Have 60 GiB before you import the registry of companies.',
      }
    : { name: 'disk', state: 'well', found };
}

/** A clock that can be right at all; `checkDatabase` compares it with another one. */
export function checkClock(now: Date): Finding {
  const isWell = now >= earliest;
  return {
    name: 'clock',
    state: isWell ? 'well' : 'problem',
    found: now.toISOString(),
    ...(isWell ? {} : { remedy: 'Set the clock and keep it by NTP: tokens and signatures depend on it.' }),
  };
}

/** The files of the face networks are there or not. NOT verified: that they can be run; the start does that. */
export async function checkNetworksPresent(files: readonly string[]): Promise<Finding> {
  const name = 'face networks';
  const remedy = 'Install the service again, with all its dependencies: npm ci.';
  for (const file of files) {
    const isThere = await access(file).then(
      () => true,
      () => false,
    );
    if (!isThere) return { name, state: 'problem', found: `${file} is missing`, remedy };
  }
  return { name, state: 'well', found: `${files.length} files` };
}

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
