import type { Config } from '../app.ts';
import { addEngineGauges, createFaceEngine, createFaceServiceServer } from '../engine/index.ts';
import type { Logger } from '../platform/log.ts';
import { HttpError } from '../web/errors.ts';
import { type RunningPeer, startPeer } from './start-peer.ts';

/**
 * Starts a face service: the networks, and the listener that other processes send photos to (`FACES_URL`). It opens no
 * database, needs no master key, and keeps no photo. Rejects with `faces_secret_missing` without `FACES_SECRET`.
 */
export async function startFaceService(config: Config, log: Logger): Promise<RunningPeer> {
  const { server: settings, faceService, images } = config;
  const { secret } = faceService;
  if (secret === undefined) throw new HttpError('faces_secret_missing');
  return await startPeer(config, { role: 'faces', log }, async ({ opened, tls, tracing, metrics }) => {
    const engine = opened.adopt(
      await createFaceEngine({
        settings: config.engine,
        maxPixels: images.maxPixels,
        dataDir: config.storage.dataDir,
        onProblem: (problem) => log.warn({ problem }, 'the face networks cannot be used as they are'),
      }),
      (it) => it.close(),
    );
    addEngineGauges(metrics, engine);
    const server = createFaceServiceServer({
      workers: () => engine.workers(),
      secret: secret.reveal(),
      networks: engine.networks,
      templateModels: engine.templateModels(),
      maxBytes: images.maxBytes,
      requestTimeoutMs: settings.requestTimeoutMs,
      tls,
      tracing,
      onError: (error) =>
        log.error({ cause: error instanceof Error ? error.name : typeof error }, 'an analysis failed'),
    });
    return { server, ready: () => engine.ready() };
  });
}
