import { availableParallelism } from 'node:os';
import type { PartFigures } from '../face/measure-parts.ts';
import type { BareHandlers } from './bare-process.ts';
import { createBenchDatabase } from './bench-database.ts';
import { type Handlers, startProcess } from './calls.ts';
import { runFullLoad, summariseFullLoad } from './full-load.ts';
import type { LoadHandlers, LoadResult } from './load-process.ts';
import { median, percentile } from './percentile.ts';
import { preparePerson } from './prepare-person.ts';
import type { AnalysisTime, LoopDelay, ServiceHandlers } from './service-process.ts';

export type LatencyFigures = { readonly p50Ms: number; readonly p99Ms: number; readonly answers: number };

export type ServiceFigures = {
  readonly database: 'embedded' | 'postgres';
  readonly workers: number;
  readonly photo: { readonly width: number; readonly height: number; readonly bytes: number };
  readonly startMs: number;
  /** Decoding and the networks of one authentication, run alone on one thread, and on every core at once: `ratioToBare` is to them. */
  readonly bare: {
    readonly oneThreadMs: number;
    readonly allCoresMs: number;
    /** The networks of it, on one thread. */
    readonly inUseMs: number;
    readonly networks: readonly { readonly name: string; readonly runs: number; readonly runMs: number }[];
  };
  /** One authentication after another, nothing else to do. Medians. */
  readonly single: LatencyFigures & {
    /** Median over blocks of: median latency of the block by the bare time of the same block. */
    readonly ratioToBare: number;
    readonly analysis: AnalysisTime;
    /** Latency less the analysis: HTTP, JSON, base64, encryption, image file, database. */
    readonly aroundMs: number;
  };
  /** As many clients as keep every core busy, each asking again when it is answered. */
  readonly full: LatencyFigures & {
    readonly clients: number;
    readonly perSecond: number;
    /** `perSecond` by what the cores could do of bare runs. */
    readonly ratioToBare: number;
    /** The same by the cores that the load generator and other processes left. */
    readonly ratioOfCoresLeft: number;
    /** `perSecond` by what bare runs on every core at once came to: what the machine really has to give. */
    readonly ratioToBareOnAllCores: number;
    /** Bare time by the processor time of the service for one authentication. */
    readonly ratioOfCpu: number;
    readonly serviceCpuMs: number;
    readonly loadGeneratorCores: number;
    /** Cores that other processes took meanwhile; a busy machine lowers the ratios of wall time. */
    readonly othersCores: number;
    readonly eventLoop: LoopDelay;
  };
  /** Half of that many a second, at random moments; latency counts from the moment a request was due. */
  readonly half: LatencyFigures & { readonly perSecond: number; readonly eventLoop: LoopDelay };
  /** Processor time of the analysis, part by part, in a process of its own. */
  readonly parts: PartFigures;
  readonly memoryMb: { readonly ready: number; readonly afterLoad: number; readonly peak: number };
  readonly failures: number;
};

/** Blocks of bare runs and of the service take turns, so that what else the machine does hits both alike. */
const blocks = 8;
/** After them compiled code and pools are those of a service that has run for a while. */
const warmUpRequests = 300;
const warmUpSingleRequests = 60;
const bareRounds = 12;
const singleRequests = 24;
const fullSeconds = 3;
const halfSeconds = 4;

/** Starts a service with its data in a place of its own, and measures it. */
export async function measureService(options: {
  readonly database: 'embedded' | 'postgres';
  readonly serverUrl: string | undefined;
  readonly say: (text: string) => void;
}): Promise<ServiceFigures> {
  const { say } = options;
  await using opened = new AsyncDisposableStack();
  const database = await createBenchDatabase(options.serverUrl);
  opened.defer(database.remove);
  const start = <H extends Handlers>(name: string) =>
    opened.adopt(startProcess<H>(new URL(`./${name}.ts`, import.meta.url), database.dataDir), (process) =>
      process.end(),
    );
  const cores = availableParallelism();
  const service = start<ServiceHandlers>('service-process');
  opened.defer(() => service.call('stop'));
  const variables = { LISTEN: '127.0.0.1:0', RATE_LIMIT_PER_MINUTE: '1000000', ...database.variables };
  const started = await service.call('start', { variables });
  say(`${options.database}: ready after ${Math.round(started.startMs)} ms`);
  const ready = await service.call('readFigures');

  const { photo, request } = await preparePerson(started);
  const load = start<LoadHandlers>('load-process');
  const { hostname: host, port } = new URL(started.url);
  await load.call('aim', { host, port: Number(port), requestsBase64: [request.toString('base64')] });
  const bareProcesses = Array.from({ length: cores }, () => start<BareHandlers>('bare-process'));
  const measureBare = async (processes: typeof bareProcesses, rounds = bareRounds) =>
    await Promise.all(processes.map((one) => one.call('measure', { rounds })));

  say('warming up');
  await load.call('closedLoop', { clients: 2 * cores, requests: warmUpRequests });
  await load.call('closedLoop', { clients: 1, requests: warmUpSingleRequests });
  await service.call('takeAnalyses');

  say('one authentication at a time, in turn with the networks alone');
  const bareTimes: number[] = [];
  const inUseTimes: number[] = [];
  const ratios: number[] = [];
  const single: LoadResult[] = [];
  let networks: ServiceFigures['bare']['networks'] = [];
  for (let block = 0; block < blocks; block += 1) {
    const [bare] = await measureBare(bareProcesses.slice(0, 1));
    single.push(await load.call('closedLoop', { clients: 1, requests: singleRequests }));
    const bareMs = bare!.yardstickMs;
    bareTimes.push(bareMs);
    inUseTimes.push(bare!.totalMs);
    ratios.push(median(single.at(-1)!.latenciesMs) / bareMs);
    networks = bare!.networks;
  }
  const analyses = await service.call('takeAnalyses');

  say('the parts of the analysis by processor time');
  const parts = await bareProcesses[0]!.call('measureParts', undefined);

  say('all cores');
  const fullBlocks = [];
  const allCoresTimes: number[] = [];
  for (let block = 0; block < 3; block += 1) {
    fullBlocks.push(await runFullLoad(service, load, { clients: 2 * cores, seconds: fullSeconds }));
    const [bare] = await measureBare(bareProcesses.slice(0, 1));
    bareTimes.push(bare!.yardstickMs);
    allCoresTimes.push(...(await measureBare(bareProcesses)).map(({ yardstickMs }) => yardstickMs));
  }
  const full = summariseFullLoad(fullBlocks);
  const fullResults = fullBlocks.map(({ result }) => result);

  say('half the load');
  await service.call('watchEventLoop');
  const half = await load.call('openLoop', { perSecond: full.perSecond / 2, seconds: halfSeconds });
  const halfLoop = await service.call('readEventLoop');

  const after = await service.call('readFigures');
  const bareMs = median(bareTimes);
  const singleLatency = latencyOf(single);
  const analysis = medianAnalysis(analyses);
  const allCoresMs = median(allCoresTimes);
  const coresLeft = cores - full.loadGeneratorCores - full.othersCores;
  const idealPerSecond = (cores * 1000) / bareMs;
  return {
    database: options.database,
    workers: started.workers,
    photo,
    startMs: started.startMs,
    bare: { oneThreadMs: bareMs, allCoresMs, inUseMs: median(inUseTimes), networks },
    single: {
      ...singleLatency,
      ratioToBare: median(ratios),
      analysis,
      aroundMs: singleLatency.p50Ms - analysis.whole,
    },
    full: {
      ...full,
      ...latencyOf(fullResults),
      clients: 2 * cores,
      ratioToBare: full.perSecond / idealPerSecond,
      ratioOfCoresLeft: full.perSecond / (idealPerSecond * (coresLeft / cores)),
      ratioToBareOnAllCores: (full.perSecond * allCoresMs) / (cores * 1000),
      ratioOfCpu: bareMs / full.serviceCpuMs,
    },
    half: { ...latencyOf([half]), perSecond: full.perSecond / 2, eventLoop: halfLoop },
    parts,
    memoryMb: { ready: ready.residentMb, afterLoad: after.residentMb, peak: after.peakResidentMb },
    failures: [...single, ...fullResults, half].reduce((sum, { failures }) => sum + failures, 0),
  };
}

function latencyOf(results: readonly LoadResult[]): LatencyFigures {
  const all = results.flatMap(({ latenciesMs }) => latenciesMs);
  return { p50Ms: median(all), p99Ms: percentile(all, 0.99), answers: all.length };
}

function medianAnalysis(analyses: readonly AnalysisTime[]): AnalysisTime {
  const of = (name: keyof AnalysisTime) => median(analyses.map((analysis) => analysis[name]));
  return {
    decode: of('decode'),
    detect: of('detect'),
    embed: of('embed'),
    liveness: of('liveness'),
    draw: of('draw'),
    whole: of('whole'),
  };
}
