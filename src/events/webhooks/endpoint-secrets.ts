import { randomBytes } from 'node:crypto';
import type { Endpoint, EndpointSecret } from '../types.ts';

const prefix = 'whsec_';
const secretBytes = 32;

export function createEndpointSecret(): string {
  return `${prefix}${randomBytes(secretBytes).toString('base64')}`;
}

export function keyOf(secret: string): Buffer {
  return Buffer.from(secret.slice(prefix.length), 'base64');
}

/** The secrets that sign at a moment, newest first. */
export function secretsInUse({ secrets }: Pick<Endpoint, 'secrets'>, now: Date): readonly EndpointSecret[] {
  return secrets.filter(({ until }) => until === undefined || new Date(until) > now);
}
