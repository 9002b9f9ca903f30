import type { FaceEngine } from './faces/index.ts';
import type { Metrics } from './http/metrics/index.ts';
import type { Clock } from './platform/clock.ts';
import type { OpenDatabase } from './platform/db/index.ts';
import { readJobBacklogs } from './platform/jobs/index.ts';
import { countDroppedLines, type Logger } from './platform/log.ts';
import { getRegistryStatus } from './registry/index.ts';

type Parts = {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly engine: FaceEngine;
  readonly database: OpenDatabase;
  readonly clock: Clock;
};

/** Adds what the parts of the service are asked for whenever the metrics are read. */
export function addGauges({ log, metrics, engine, database, clock }: Parts): void {
  metrics.addGauge({
    name: 'confere_face_networks_loaded',
    help: '1 once the face networks are loaded.',
    read: () => (engine.isReady() ? 1 : 0),
  });
  metrics.addGauges({
    about: {
      confere_face_workers: { help: 'Threads of this process that analyse photos.' },
      confere_face_workers_busy: { help: 'Those of them that have a photo.' },
      confere_face_queue_photos: { help: 'Photos that wait for one of them.' },
    },
    read() {
      const { workers, busy, waiting } = engine.workload();
      return [
        { name: 'confere_face_workers', value: workers },
        { name: 'confere_face_workers_busy', value: busy },
        { name: 'confere_face_queue_photos', value: waiting },
      ];
    },
  });
  addJobGauges(metrics, database);
  metrics.addGauge({
    name: 'confere_log_lines_dropped',
    help: 'Lines of the log that this process dropped since its start, because nobody read them.',
    read: () => countDroppedLines(log),
  });
  metrics.addGauge({
    name: 'confere_registry_age_seconds',
    help: 'Since the registry that answers was switched to; missing before the first import.',
    read: () => readRegistryAge(database, clock),
  });
}

const jobStates = ['waiting', 'delayed', 'running', 'failed'] as const;

function addJobGauges(metrics: Metrics, database: OpenDatabase): void {
  metrics.addGauges({
    about: {
      confere_jobs: {
        help: 'Jobs in all processes together; failed ones are kept for a day.',
        labels: ['kind', 'state'],
      },
      confere_jobs_oldest_waiting_seconds: {
        help: 'How long the longest waiting job could have been taken; 0 when none waits.',
        labels: ['kind'],
      },
    },
    async read() {
      return (await readJobBacklogs(database)).flatMap((backlog) => [
        ...jobStates.map((state) => ({
          name: 'confere_jobs' as const,
          labels: { kind: backlog.name, state },
          value: backlog[state],
        })),
        {
          name: 'confere_jobs_oldest_waiting_seconds' as const,
          labels: { kind: backlog.name },
          value: backlog.oldestWaitingSeconds,
        },
      ]);
    },
  });
}

async function readRegistryAge(database: OpenDatabase, clock: Clock): Promise<number | undefined> {
  const { current } = await getRegistryStatus(database);
  return current && (clock.now().getTime() - current.switchedAt.getTime()) / 1000;
}
