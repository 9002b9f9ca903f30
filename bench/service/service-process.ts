import { readFile } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { loadAppConfig } from '../../src/app.ts';
import { createOnnxFaceEngine } from '../../src/engine/create-onnx-face-engine.ts';
import type { FaceAnalysis, FaceEngine } from '../../src/engine/index.ts';
import { createLogger } from '../../src/platform/log.ts';
import { type RunningService, startService } from '../../src/process/start-service.ts';
import { answerCalls } from './calls.ts';

/*
 * The service in a process of its own, as `serve` starts it, with two things around it: its face engine notes
 * how long each analysis took, and a histogram watches the event loop.
 */

export type AnalysisTime = FaceAnalysis['timingsMs'] & {
  /** From the call until its promise resolved: with the way to the worker and back, and the wait for it. */
  readonly whole: number;
};

export type ProcessFigures = {
  readonly residentMb: number;
  readonly peakResidentMb: number;
  /** Processor time of all threads so far. */
  readonly cpuMs: number;
};

export type LoopDelay = { readonly p50Ms: number; readonly p99Ms: number; readonly maxMs: number };

/** The histogram's timer; its own period is in every value and is taken off. */
const resolutionMs = 1;

let service: RunningService | undefined;
let histogram: ReturnType<typeof monitorEventLoopDelay> | undefined;
let analyses: AnalysisTime[] = [];

const handlers = {
  async start({ variables }: { variables: Readonly<Record<string, string>> }) {
    const config = loadAppConfig(variables);
    const engine = createOnnxFaceEngine({
      workers: config.engine.workers,
      maxQueue: config.engine.maxQueue,
      timeoutMs: config.engine.analysisTimeoutMs,
      falseMatchRate: config.engine.falseMatchRate,
    });
    const started = performance.now();
    const log = createLogger({ level: 'error' });
    service = await startService(config, { log, engine: noteTimes(engine) });
    await service.ready();
    const { url, firstAdmin } = service;
    return { url, firstAdmin, startMs: performance.now() - started, workers: config.engine.workers };
  },

  /** The analyses since the last call, and forgets them. */
  takeAnalyses(): AnalysisTime[] {
    const taken = analyses;
    analyses = [];
    return taken;
  },

  watchEventLoop() {
    histogram = monitorEventLoopDelay({ resolution: resolutionMs });
    histogram.enable();
  },

  readEventLoop(): LoopDelay {
    if (histogram === undefined) throw new TypeError('nobody watches the event loop');
    histogram.disable();
    const toMs = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - resolutionMs);
    return {
      p50Ms: toMs(histogram.percentile(50)),
      p99Ms: toMs(histogram.percentile(99)),
      maxMs: toMs(histogram.max),
    };
  },

  async readFigures(): Promise<ProcessFigures> {
    const { user, system } = process.cpuUsage();
    const status = await readFile('/proc/self/status', 'utf8').catch(() => '');
    const peakKb = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN);
    return {
      residentMb: process.memoryUsage.rss() / 1e6,
      peakResidentMb: (peakKb * 1024) / 1e6,
      cpuMs: (user + system) / 1000,
    };
  },

  async stop() {
    await service?.stop();
  },
};

export type ServiceHandlers = typeof handlers;

function noteTimes(engine: FaceEngine): FaceEngine {
  return {
    ...engine,
    async analyse(photo, options) {
      const started = performance.now();
      const analysis = await engine.analyse(photo, options);
      analyses.push({ ...analysis.timingsMs, whole: performance.now() - started });
      return analysis;
    },
  };
}

answerCalls(handlers);
