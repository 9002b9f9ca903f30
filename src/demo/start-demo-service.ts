import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClientCredentials } from '../access/index.ts';
import type { Application, StartedService } from '../module.ts';
import { DemoError } from './errors.ts';

export type DemoService = AsyncDisposable & {
  readonly url: string;
  readonly firstAdmin: ClientCredentials;
  /** Opens the console's first account, once. */
  readonly firstInvitation: StartedService['firstInvitation'];
  /** Opens one liveness session with a webcam, once. */
  readonly trial: StartedService['trial'];
};

export type DemoServiceOptions = Pick<Application, 'start'> & {
  readonly signal: AbortSignal;
  /** See `FACE_LIVENESS_THRESHOLD`. */
  readonly livenessThreshold?: string | undefined;
  /** See `MODELS_DIR`. */
  readonly modelsDir?: string | undefined;
};

/**
 * The service on a free port of the loopback interface, with an empty data folder of its own and its face
 * networks loaded. Nothing of the caller's environment configures it. Disposing of it stops it and removes the
 * folder, which an end of the process does too.
 */
export async function startDemoService(options: DemoServiceOptions): Promise<DemoService> {
  const { start, signal, livenessThreshold, modelsDir } = options;
  await using opened = new AsyncDisposableStack();
  const directory = await mkdtemp(join(tmpdir(), 'confere-demo-'));
  const removeAtExit = () => rmSync(directory, { recursive: true, force: true });
  process.once('exit', removeAtExit);
  opened.defer(async () => {
    await rm(directory, { recursive: true, force: true });
    process.off('exit', removeAtExit);
  });

  const service = await start({
    DATA_DIR: directory,
    LISTEN: '127.0.0.1:0',
    LOG_LEVEL: 'warn',
    // One request at a time: a second copy of the networks would only take longer to load.
    FACE_WORKERS: '1',
    FACE_ANALYSIS_TIMEOUT_MS: '60000',
    FACE_LIVENESS_THRESHOLD: livenessThreshold,
    MODELS_DIR: modelsDir,
  });
  opened.defer(() => service.stop());
  signal.throwIfAborted();
  await Promise.race([service.ready(), rejectWhenAborted(signal)]);
  const { url, firstAdmin, firstInvitation, trial } = service;
  if (firstAdmin === undefined) {
    throw new DemoError('demo_stopped', { detail: 'The new data folder has no first administrator.' });
  }
  const kept = opened.move();
  return { url, firstAdmin, firstInvitation, trial, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

function rejectWhenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
