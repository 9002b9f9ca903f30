import { answerTasks } from '../../src/platform/processes.ts';

type Task = { readonly kind: 'echo' | 'environment' | 'fail' | 'loop' | 'memory'; readonly value?: unknown };

answerTasks(({ kind, value }: Task) => {
  if (kind === 'echo') return value;
  if (kind === 'environment') return Object.keys(process.env);
  if (kind === 'fail') throw new RangeError('told to');
  if (kind === 'loop') for (;;);
  // One allocation beyond the heap, which leaves a thread no time to end.
  const lists: unknown[] = [];
  for (;;) lists.push(Array.from({ length: 4_000_000 }, (_, index) => ({ index })));
});
