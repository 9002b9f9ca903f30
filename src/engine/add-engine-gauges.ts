import type { FaceEngine } from './face-engine.ts';

/** The part of the process's metrics that gauges are added to. */
type Gauges = {
  addGauge(gauge: { name: string; help: string; read: () => number }): void;
  addGauges<Name extends string>(gauges: {
    about: Readonly<Record<Name, { readonly help: string }>>;
    read: () => readonly { readonly name: Name; readonly value: number }[];
  }): void;
};

/**
 * Adds the gauge of the face networks and, where they run in this process, those of its threads: face services show
 * theirs themselves, and sums over the processes would count their photos twice.
 */
export function addEngineGauges(
  metrics: Gauges,
  engine: Pick<FaceEngine, 'isReady' | 'workload'>,
  { runsNetworks }: { readonly runsNetworks: boolean },
): void {
  metrics.addGauge({
    name: 'confere_face_networks_loaded',
    help: '1 once the face networks are loaded.',
    read: () => (engine.isReady() ? 1 : 0),
  });
  if (!runsNetworks) return;
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
}
