import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** What the service counts of itself. No label tells people, clients or addresses apart. */
export type Metrics = {
  /** One answer. `route` is the pattern of the address, never the address. */
  observeAnswer(answer: { method: string; route: string; status: number; seconds: number }): void;
  /** One request that was one too many, by the limit it met. */
  countLimited(policy: string): void;
  /** Redis answers or does not; never called without Redis. */
  setRedisReady(isReady: boolean): void;
  /** A request that was not counted in Redis because it did not answer. */
  countRedisFailure(): void;
  /** A CPF that has been locked after failed matches. */
  countFaceLock(): void;
  /** A value read whenever the metrics are. One that rejects is left out. */
  addGauge(gauge: {
    name: string;
    help: string;
    read: () => number | Promise<number | undefined> | undefined;
  }): void;
  /** Everything, as Prometheus reads it. */
  render(): Promise<{ readonly contentType: string; readonly text: string }>;
};

/** From a profile read to a photo that waits for its turn. */
const durationBucketsSeconds = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

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
    addGauge({ name, help, read }) {
      new Gauge({
        name,
        help,
        registers,
        async collect() {
          const value = await Promise.resolve()
            .then(read)
            .catch(() => undefined);
          if (value === undefined) this.remove();
          else this.set(value);
        },
      });
    },
    render: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
}
