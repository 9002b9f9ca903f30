import type { ProfileReadFigures } from '../profiles/measure-reads.ts';
import type { ServiceFigures } from './measure-service.ts';
import type { Start, StartFigures } from './measure-start.ts';
import type { TokenCheck } from './measure-token-check.ts';

export type Report = {
  readonly machine: {
    readonly cores: number;
    readonly processor: string;
    readonly memoryGb: number;
    readonly node: string;
    readonly platform: string;
    readonly loadAverageBefore: number;
  };
  readonly start: StartFigures;
  readonly services: readonly ServiceFigures[];
  readonly profileReads: readonly ProfileReadFigures[];
  readonly tokenCheck: TokenCheck;
  readonly seconds: number;
};

/** Prints the figures with the goal beside each that has one. */
export function printReport({ machine, start, services, profileReads, tokenCheck, seconds }: Report): void {
  console.log(
    `${machine.cores} cores (${machine.processor}), ${machine.memoryGb} GB, ${machine.platform}, Node ${machine.node}, ` +
      `load average before: ${machine.loadAverageBefore.toFixed(1)}`,
  );
  title('Start of the process until it is ready, embedded database');
  row(
    'first, with making the database and the networks',
    startOf(start.first),
    goal(start.first.ms < 7_000, 'under 7 s'),
  );
  row('again, median', startOf(start.again), goal(start.again.ms < 2_000, 'under 2 s'));
  for (const service of services) printService(service, machine.cores);
  for (const figures of profileReads) printProfileReads(figures);
  title('Token check, in the process');
  row('seen before', `${tokenCheck.warmUs.toFixed(1)} µs`, goal(tokenCheck.warmUs < 50, 'under 50'));
  row('first time, with its signature', `${tokenCheck.firstUs.toFixed(0)} µs`);
  console.log(`\n${seconds} s`);
}

function printProfileReads({ database, reads, failures }: ProfileReadFigures): void {
  title(`Reads of profiles a second, ${database} database`);
  for (const figures of reads) {
    row(`${figures.name}, ${figures.bytes} bytes`, figures.perSecond.toFixed(0));
    row('    bare route, the same JSON', figures.barePerSecond.toFixed(0));
    row(
      '    by the bare route',
      ratio(figures.ratioToBare),
      goal(figures.ratioToBare >= 0.7, 'at least 0.7'),
    );
    row(
      '    latency, p50, of the bare route, p99',
      `${ms(figures.p50Ms)}, ${ms(figures.bareP50Ms)}, ${ms(figures.p99Ms)}`,
    );
    row(
      '    processor time of one, and of the bare route',
      `${figures.cpuUs.toFixed(0)}, ${figures.bareCpuUs.toFixed(0)} µs`,
    );
  }
  if (failures > 0) row('requests not answered with 200', String(failures), 'FAILED');
}

function printService(figures: ServiceFigures, cores: number): void {
  const { bare, single, full, half, memoryMb, photo } = figures;
  title(
    `${figures.database} database, ${figures.workers} workers, JPEG of ${photo.width} x ${photo.height} pixels (${Math.round(photo.bytes / 1000)} kB)`,
  );
  row('yardstick: decoding and networks in use, one thread', ms(bare.oneThreadMs));
  row('yardstick, on every core at once', ms(bare.allCoresMs));
  row('networks in use, one thread', ms(bare.inUseMs));
  for (const { name, runs, runMs } of bare.networks)
    row(`    ${name}${runs > 1 ? ` x ${runs}` : ''}`, ms(runs * runMs));

  const { parts } = figures;
  title('Processor time of the analysis of one photo, and by the yardstick beside it');
  const beside = (cpuMs: number) => `${ms(cpuMs)}, ${ratio(cpuMs / parts.yardstickMs)}`;
  row('whole', beside(parts.analysisMs));
  for (const { name, cpuMs } of parts.parts) row(`    ${name}`, beside(cpuMs));

  title('One authentication, nothing else to do (medians)');
  row('latency, p50 and p99', `${ms(single.p50Ms)}, ${ms(single.p99Ms)}`);
  row('by the yardstick', ratio(single.ratioToBare), goal(single.ratioToBare <= 1.6, 'at most 1.6'));
  const { analysis } = single;
  for (const part of ['decode', 'detect', 'embed', 'liveness'] as const)
    row(`    ${part}`, ms(analysis[part]));
  const drawn = analysis.draw / single.p50Ms;
  const share = `${(100 * drawn).toFixed(1)} %`;
  row('    of these: warps, crops, normalisation', ms(analysis.draw));
  row('        of the whole', share, goal(drawn <= 0.15, 'at most 15 %'));
  const inside = analysis.decode + analysis.detect + analysis.embed + analysis.liveness;
  row('    to the worker and back', ms(analysis.whole - inside));
  row('    HTTP, JSON, encryption, file, database', ms(single.aroundMs));

  title(`All cores, ${full.clients} clients`);
  row('authentications a second', full.perSecond.toFixed(1));
  row('by cores / yardstick', ratio(full.ratioToBare));
  row('    by the cores left by others', ratio(full.ratioOfCoresLeft));
  row(
    '    by the yardstick on every core at once',
    ratio(full.ratioToBareOnAllCores),
    goal(full.ratioToBareOnAllCores >= 0.65, 'at least 0.65'),
  );
  row(
    '    cores taken by load generator, by others',
    `${full.loadGeneratorCores.toFixed(2)}, ${full.othersCores.toFixed(2)} of ${cores}`,
  );
  row('processor time of one, all threads', ms(full.serviceCpuMs));
  row('    yardstick by it', ratio(full.ratioOfCpu));
  row('latency, p50 and p99', `${ms(full.p50Ms)}, ${ms(full.p99Ms)}`);
  row(
    'event-loop delay, p99 and longest',
    `${ms(full.eventLoop.p99Ms)}, ${ms(full.eventLoop.maxMs)}`,
    goal(full.eventLoop.p99Ms < 20 && full.eventLoop.maxMs < 40, 'under 20 and 40'),
  );

  title(`Half of that, ${half.perSecond.toFixed(1)} a second at random moments`);
  row('latency, p50 and p99', `${ms(half.p50Ms)}, ${ms(half.p99Ms)}`);
  row('event-loop delay, p99 and longest', `${ms(half.eventLoop.p99Ms)}, ${ms(half.eventLoop.maxMs)}`);

  title('Memory');
  row('ready, after load, peak', [memoryMb.ready, memoryMb.afterLoad, memoryMb.peak].map(mb).join(', '));
  if (figures.failures > 0) row('requests not answered with 200', String(figures.failures), 'FAILED');
}

function title(text: string): void {
  console.log(`\n${text}`);
}

function row(name: string, value: string, note = ''): void {
  console.log(`  ${name.padEnd(46)} ${value.padStart(20)}  ${note}`.trimEnd());
}

function startOf({ ms: time, cpuMs }: Start): string {
  return `${ms(time)}, processor ${ms(cpuMs)}`;
}

function goal(isMet: boolean, words: string): string {
  return `goal: ${words}, ${isMet ? 'met' : 'MISSED'}`;
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`;
}

function mb(value: number): string {
  return `${value.toFixed(0)} MB`;
}

function ratio(value: number): string {
  return value.toFixed(2);
}
