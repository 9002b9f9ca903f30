import { enableCompileCache } from 'node:module';
import { setProcessVariable } from '../platform/config/set-process-variable.ts';

/** Keeps the code that this process and its threads compile in `folder`, and uses what is there. */
export function keepCompiledCode(folder: string): void {
  enableCompileCache(folder);
  // A thread looks for its own in the environment. Without it, it takes the types from each of its modules anew.
  setProcessVariable('NODE_COMPILE_CACHE', folder);
}
