import { availableParallelism } from 'node:os';
import type { Config } from '../app.ts';
import { openTemplateVectors } from '../engine/index.ts';
import { createDuplicatesServer, createLocalIndex } from '../faces/index.ts';
import { systemClock } from '../platform/clock.ts';
import type { Logger } from '../platform/log.ts';
import { showProcess } from '../service/index.ts';
import { HttpError } from '../web/errors.ts';
import { openStorage } from './open-storage.ts';
import { type RunningPeer, startPeer } from './start-peer.ts';

/**
 * Starts the role `duplicates`: the registered faces in memory, in a thread for each core, and the listener that other
 * processes ask (`DUPLICATES_URL`). It reads the faces from the database and runs no network. Rejects with
 * `duplicates_secret_missing` without `DUPLICATES_SECRET`, and with `role_needs_postgres`.
 */
export async function startDuplicates(config: Config, log: Logger): Promise<RunningPeer> {
  const { secret } = config.duplicates;
  if (secret === undefined) throw new HttpError('duplicates_secret_missing');
  if (config.secrets.databaseUrl === undefined) {
    throw new HttpError('role_needs_postgres', { detail: '--role duplicates with the embedded database.' });
  }
  return await startPeer(config, { role: 'duplicates', log }, async ({ opened, tls, metrics }) => {
    const storage = opened.use(await openStorage(config, { log, clock: systemClock, purpose: 'serve' }));
    const { db } = storage.database;
    const onError = (error: unknown) =>
      log.error({ cause: error instanceof Error ? error.name : typeof error }, 'the index failed');
    const vectors = await openTemplateVectors({
      settings: config.engine,
      dataDir: storage.folder.directory,
      onProblem: (problem) => log.warn({ problem }, 'a model pack cannot be used'),
    });
    const index = opened.adopt(
      createLocalIndex({
        ...{ db, cipher: storage.cipher, vectors, onError },
        threads: availableParallelism(),
      }),
      (it) => it.close(),
    );
    metrics.addGauge({
      name: 'confere_duplicates_loaded',
      help: '1 once this process has read the registered faces.',
      read: () => (index.isLoaded() ? 1 : 0),
    });
    metrics.addGauge({
      name: 'confere_duplicates_faces',
      help: 'Registered faces that this process holds.',
      read: () => Object.values(index.sizes()).reduce((sum, size) => sum + size, 0),
    });
    const server = createDuplicatesServer({
      index,
      templateModels: () => vectors.templateModels(),
      secret: secret.reveal(),
      requestTimeoutMs: config.server.requestTimeoutMs,
      tls,
      onError,
    });
    const shown = opened.adopt(showProcess(db, { role: 'duplicates', onError }), (it) => it.close());
    shown.start();
    index.start();
    return { server, ready: () => index.loaded() };
  });
}
