import type { ModuleContext } from '../module.ts';
import type { FaceEngine } from './face-engine.ts';

/** Adds the gauges of the face networks and of their queue. */
export function addEngineGauges(
  metrics: ModuleContext['metrics'],
  engine: Pick<FaceEngine, 'isReady' | 'workload'>,
): void {
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
}
