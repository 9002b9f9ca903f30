import { createServer, type Server } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { MetricFamily } from '../platform/telemetry/open-telemetry.ts';
import type { App } from './app.ts';

/** The counters of the service. No label tells people, clients or addresses apart. */
export type Metrics = {
  /** One answer. `route` is the pattern of the address, never the address. */
  observeAnswer(answer: { method: string; route: string; status: number; seconds: number }): void;
  /** An answer that is an error, by its code. */
  countError(code: string): void;
  /** One request that was one too many, by the limit it met. */
  countLimited(policy: string): void;
  /** Redis answers or does not; never called without Redis. */
  setRedisReady(isReady: boolean): void;
  /** A request that was not counted in Redis because it did not answer. */
  countRedisFailure(): void;
  /** A CPF that has been locked after failed matches. */
  countFaceLock(): void;
  /**
   * A value read whenever the metrics are. One that rejects is left out. One that is late, as while the database hangs,
   * keeps nobody waiting: its value of the last two minutes is given, or it is left out.
   */
  addGauge(gauge: {
    name: string;
    help: string;
    read: () => number | Promise<number | undefined> | undefined;
  }): void;
  /**
   * Values that are read together, once for all of them whenever the metrics are; otherwise like `addGauge`. Readers
   * who come meanwhile share the answer.
   */
  addGauges<Name extends string>(gauges: {
    about: Readonly<Record<Name, { readonly help: string; readonly labels?: readonly string[] }>>;
    read: () => readonly GaugeValue<Name>[] | Promise<readonly GaugeValue<Name>[]>;
  }): void;
  /** Everything, as Prometheus reads it. */
  render(): Promise<{ readonly contentType: string; readonly text: string }>;
  /** The same as data. */
  list(): Promise<readonly MetricFamily[]>;
};

/** The value of a gauge now. */
export type GaugeValue<Name extends string = string> = {
  readonly name: Name;
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
};

/** Longest wait for gauges, which read all at once: the metrics are answered within 100 ms, whatever hangs. */
const readTimeoutMs = 50;
/** Longest wait for the first value since the start. */
const firstReadTimeoutMs = 2_000;
/** A late gauge has its last value for so long. */
const lastValueMs = 120_000;

/** From a profile read to a photo that waits for its turn. */
const durationBucketsSeconds = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The metrics of this process, with those that Node and the process itself give. */
export function createMetrics(
  options: { readonly processMetrics: boolean } = { processMetrics: true },
): Metrics {
  const registry = new Registry();
  const registers = [registry];
  if (options.processMetrics) collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'confere_http_request_duration_seconds',
    help: 'Time from the request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: durationBucketsSeconds,
    registers,
  });
  const errors = new Counter({
    name: 'confere_errors_total',
    help: 'Answers that are errors, by code.',
    labelNames: ['code'],
    registers,
  });
  const limited = new Counter({
    name: 'confere_rate_limited_total',
    help: 'Requests that were one too many, by limit.',
    labelNames: ['policy'],
    registers,
  });
  const redisFailures = new Counter({
    name: 'confere_redis_failures_total',
    help: 'Requests that could not be counted in Redis.',
    registers,
  });
  const faceLocks = new Counter({
    name: 'confere_face_locks_total',
    help: 'CPFs locked after failed matches.',
    registers,
  });
  let redisReady: Gauge | undefined;

  return {
    observeAnswer: ({ method, route, status, seconds }) =>
      duration.observe({ method, route, status: String(status) }, seconds),
    countError: (code) => errors.inc({ code }),
    countLimited: (policy) => limited.inc({ policy }),
    countRedisFailure: () => redisFailures.inc(),
    setRedisReady(isReady) {
      redisReady ??= new Gauge({
        name: 'confere_redis_ready',
        help: '1 while requests are counted in Redis, 0 while Redis is gone.',
        registers,
      });
      redisReady.set(isReady ? 1 : 0);
    },
    countFaceLock: () => faceLocks.inc(),
    addGauge: ({ name, help, read }) =>
      registerGauges(registry, {
        about: { [name]: { help } },
        async read() {
          const value = await read();
          return value === undefined ? [] : [{ name, value }];
        },
      }),
    addGauges: (gauges) => registerGauges(registry, gauges),
    list: async () => (await registry.getMetricsAsJSON()) as unknown as readonly MetricFamily[],
    render: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
}

function registerGauges(registry: Registry, { about, read }: Parameters<Metrics['addGauges']>[0]): void {
  let reading: Promise<readonly GaugeValue[]> | undefined;
  let last: { readonly values: readonly GaugeValue[]; readonly atMs: number } | undefined;
  const readOnce = () => {
    reading ??= Promise.resolve()
      .then(read)
      .catch(() => [])
      .then((values) => {
        last = { values, atMs: performance.now() };
        return values;
      })
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
  const readInTime = async () => {
    const values = await withinTime(readOnce(), last === undefined ? firstReadTimeoutMs : readTimeoutMs);
    last ??= { values: values ?? [], atMs: performance.now() };
    return values ?? (performance.now() - last.atMs > lastValueMs ? [] : last.values);
  };
  for (const [name, { help, labels = [] }] of Object.entries(about)) {
    new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers: [registry],
      async collect() {
        const values = await readInTime();
        if (labels.length === 0) this.remove();
        else this.reset();
        for (const it of values) if (it.name === name) this.set({ ...it.labels }, it.value);
      },
    });
  }
}

async function withinTime<T>(reading: Promise<T>, timeoutMs: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), timeoutMs);
  });
  try {
    return await Promise.race([reading, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Times each answer by its route's pattern, since addresses hold CPFs, and counts errors by their code. */
export function addMetrics(app: App, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    metrics.observeAnswer({
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    });
    if (request.failureCode !== undefined) metrics.countError(request.failureCode);
    done();
  });
}

/** A listener that answers `GET /metrics` to everybody and nothing else, not listening yet. See docs/decisions/0047. */
export function createMetricsServer(metrics: Metrics): Server {
  return createServer(
    { requestTimeout: 5_000, headersTimeout: 5_000, keepAliveTimeout: 60_000 },
    (request, response) => {
      const path = request.url?.split('?', 1)[0];
      if (path !== '/metrics' || (request.method !== 'GET' && request.method !== 'HEAD')) {
        response
          .writeHead(path === '/metrics' ? 405 : 404, path === '/metrics' ? { allow: 'GET, HEAD' } : {})
          .end();
        return;
      }
      metrics.render().then(
        ({ contentType, text }) =>
          response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' }).end(text),
        () => response.writeHead(500).end(),
      );
    },
  );
}
