import { isMainThread } from 'node:worker_threads';

// Loaded with --import and --expose-gc beside the service, so that its memory can be read without what the
// collector had not come round to yet.
if (isMainThread) {
  process.on('SIGUSR2', () => {
    globalThis.gc?.();
    setTimeout(() => globalThis.gc?.(), 200);
  });
}
