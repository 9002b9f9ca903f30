import { setFlagsFromString } from 'node:v8';

/** Growth of each thread's heap until its next complete collection, in percent of what was left by the last one. */
const growthPercent = 100;

/**
 * Lets the heaps of this process double between two complete collections. V8 counts the memory of photos with the heap
 * and looks at how slowly a service that waits fills it: it would collect the whole heap every thirty photos, though
 * the quick collections of young objects free nearly all of it. To be called by processes that serve requests.
 *
 * See docs/decisions/0199.
 */
export function letHeapGrow(): void {
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`);
}
