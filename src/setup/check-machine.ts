import { lookup } from 'node:dns/promises';
import { existsSync } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, resolve } from 'node:path';
import type { ListenAddress } from '../platform/config/index.ts';
import { succeeds } from '../platform/succeeds.ts';
import { type Finding, problem, warning, well } from './finding.ts';

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
  const found = `Node ${version}`;
  if (Number(version.replace(/^v/, '').split('.')[0]) >= oldestNodeMajor) return well('node', found);
  const remedy = `Use Node ${oldestNodeMajor}: start the service with npm or npx, which bring it.`;
  return problem('node', found, remedy);
}

export function checkMemory(totalBytes: number): Finding {
  const found = `${(totalBytes / gibibyte).toFixed(1)} GiB of memory`;
  if (totalBytes < leastMemoryBytes) {
    return problem('memory', found, 'Give the machine or container at least 2 GiB.');
  }
  if (totalBytes >= usualMemoryBytes) return well('memory', found);
  const remedy = 'Set FACE_WORKERS=1, or give it 4 GiB: imports and several face workers need more.';
  return warning('memory', found, remedy);
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
    return problem('disk', found, 'Free at least 1 GiB, or set DATA_DIR to another disk.');
  }
  if (freeBytes >= usualDiskBytes) return well('disk', found);
  const remedy = 'Enough to start. Have 60 GiB before you import the registry of companies.';
  return warning('disk', found, remedy);
}

/** A clock that can be right at all; `checkDatabase` compares it with another one. */
export function checkClock(now: Date): Finding {
  const found = now.toISOString();
  if (now >= earliest) return well('clock', found);
  return problem('clock', found, 'Set the clock and keep it by NTP: tokens and signatures depend on it.');
}

/** The files of the face networks are there or not. NOT verified: that they can be run; the start does that. */
export async function checkNetworksPresent(files: readonly string[]): Promise<Finding> {
  const name = 'face networks';
  const remedy = 'Install the service again, with all its dependencies: npm ci.';
  for (const file of files) {
    if (!(await succeeds(access(file)))) return problem(name, `${file} is missing`, remedy);
  }
  return well(name, `${files.length} files`);
}

/** A look whether the service could listen there. `isOurs` when it already does. */
export async function checkListener(
  variable: string,
  address: ListenAddress,
  isOurs: boolean,
): Promise<Finding> {
  const text = `${address.host}:${address.port}`;
  if (isOurs) return well(variable, `${text}, the service listens`);
  const server = createServer();
  const code = await new Promise<string | undefined>((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen(address.port, address.host, () => server.close(() => resolve(undefined)));
  });
  if (code === undefined) return well(variable, `${text} is free`);
  const remedy = `Set ${variable} to an address of this machine and a port that is free, unless the service itself runs there.`;
  return problem(variable, `${text}: ${code}`, remedy);
}

/** A look at a public address: a known name, and TLS. */
export async function checkPublicAddress(variable: string, address: string | undefined): Promise<Finding> {
  if (address === undefined) {
    const remedy = `Set ${variable} to the address that clients use, before the first token is issued.`;
    return warning(variable, 'not set: links and tokens name the listener', remedy);
  }
  const url = new URL(address);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!(await succeeds(lookup(host)))) {
    return warning(variable, `${host} has no address`, `Correct ${variable} or the DNS.`);
  }
  if (url.protocol === 'https:' || host === 'localhost' || host.startsWith('127.')) {
    return well(variable, address);
  }
  const remedy =
    'Put a proxy with TLS in front, or set TLS_CERT and TLS_KEY: tokens and photos travel there.';
  return warning(variable, `${address} is not https`, remedy);
}
