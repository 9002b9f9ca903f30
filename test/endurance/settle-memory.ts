import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceProcess } from './run-service.ts';

/** Options of Node with which a service can be read by {@link settleMemory}. */
export const settledMemoryOptions: readonly string[] = [
  '--expose-gc',
  '--import',
  new URL('./collect-garbage-on-signal.ts', import.meta.url).href,
];

/** Resident megabytes once the collector has been through and background work is done: the least of some readings. */
export async function settleMemory(service: ServiceProcess): Promise<number> {
  const readings: number[] = [];
  for (let reading = 0; reading < 6; reading += 1) {
    service.signal('SIGUSR2');
    await delay(500);
    readings.push(await service.readResidentBytes());
  }
  return Math.min(...readings) / 1e6;
}
