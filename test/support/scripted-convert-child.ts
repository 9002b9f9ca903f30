import type { ConversionAnswer, ConversionRequest } from '../../src/images/conversion-process.ts';

/** Does what the first byte says: 0 answers with its process id and environment, 1 never does, 2 dies, 3 holds its thread, 4 computes. */
process.on('message', ({ bytes }: ConversionRequest) => {
  if (bytes[0] === 0) {
    const said = JSON.stringify({ pid: process.pid, variables: Object.keys(process.env) });
    process.send?.({ jpeg: Buffer.from(said) } satisfies ConversionAnswer);
  }
  if (bytes[0] === 2) process.kill(process.pid, 'SIGSEGV');
  if (bytes[0] === 3) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  while (bytes[0] === 4) Math.random();
});
process.on('disconnect', () => process.exit());
