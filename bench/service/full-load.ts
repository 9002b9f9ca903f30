import { readFile } from 'node:fs/promises';
import type { CallableProcess } from './calls.ts';
import type { LoadHandlers, LoadResult } from './load-process.ts';
import type { LoopDelay, ServiceHandlers } from './service-process.ts';

/** One spell of a closed loop, with who took processor time meanwhile. */
export type FullLoadBlock = {
  readonly result: LoadResult;
  readonly eventLoop: LoopDelay;
  /** Processor time of the service, all threads. */
  readonly serviceCpuMs: number;
  /** Processor time of everything on the machine; NaN where /proc does not tell. */
  readonly machineCpuMs: number;
};

export type FullLoadFigures = {
  readonly perSecond: number;
  readonly serviceCpuMs: number;
  readonly loadGeneratorCores: number;
  readonly othersCores: number;
  readonly eventLoop: LoopDelay;
};

/** So many clients ask for so many seconds. */
export async function runFullLoad(
  service: CallableProcess<ServiceHandlers>,
  load: CallableProcess<LoadHandlers>,
  options: { readonly clients: number; readonly seconds: number },
): Promise<FullLoadBlock> {
  const [before, machineBefore] = [await service.call('readFigures'), await readMachineCpuMs()];
  await service.call('watchEventLoop');
  const result = await load.call('closedLoop', options);
  const eventLoop = await service.call('readEventLoop');
  const [after, machineAfter] = [await service.call('readFigures'), await readMachineCpuMs()];
  return {
    result,
    eventLoop,
    serviceCpuMs: after.cpuMs - before.cpuMs,
    machineCpuMs: machineAfter - machineBefore,
  };
}

/** The blocks together; of the event loop the worst block, since a limit is to be held by every one. */
export function summariseFullLoad(blocks: readonly FullLoadBlock[]): FullLoadFigures {
  const sum = (value: (block: FullLoadBlock) => number) =>
    blocks.reduce((total, block) => total + value(block), 0);
  const seconds = sum(({ result }) => result.seconds);
  const answers = sum(({ result }) => result.latenciesMs.length);
  const serviceMs = sum(({ serviceCpuMs }) => serviceCpuMs);
  const loadMs = sum(({ result }) => result.cpuMs);
  const worst = (value: (delay: LoopDelay) => number) =>
    Math.max(...blocks.map(({ eventLoop }) => value(eventLoop)));
  return {
    perSecond: answers / seconds,
    serviceCpuMs: serviceMs / answers,
    loadGeneratorCores: loadMs / (seconds * 1000),
    othersCores: Math.max(0, sum(({ machineCpuMs }) => machineCpuMs) - serviceMs - loadMs) / (seconds * 1000),
    eventLoop: {
      p50Ms: worst(({ p50Ms }) => p50Ms),
      p99Ms: worst(({ p99Ms }) => p99Ms),
      maxMs: worst(({ maxMs }) => maxMs),
    },
  };
}

/** Processor time taken on the whole machine so far, by other virtual machines too; in ticks of 10 ms. */
async function readMachineCpuMs(): Promise<number> {
  const text = await readFile('/proc/stat', 'utf8').catch(() => '');
  const [user, nice, system, , , irq, softirq, steal] = (/^cpu +(.*)$/m.exec(text)?.[1] ?? '')
    .split(' ')
    .map(Number);
  return (user! + nice! + system! + irq! + softirq! + steal!) * 10;
}
