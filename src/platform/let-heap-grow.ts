import { setFlagsFromString } from 'node:v8';

/** Growth of each thread's heap until its next complete collection, in percent of what was left by the last one. */
const growthPercent = 100;

/** Share of the space of young objects that starts a quick collection, in percent. V8's own choice is 80. */
const quickCollectionPercent = 25;

/**
 * Lets the heaps of this process double between two complete collections. V8 counts the memory of photos with the heap
 * and looks at how slowly a service that waits fills it: it would collect the whole heap every thirty photos, though
 * the quick collections of young objects free nearly all of it. These come earlier than V8 would have them: it counts
 * only objects for them, and a request that makes few objects but large buffers would fill the heap first. To be called
 * by processes that serve requests.
 *
 * See docs/reference/performance.md.
 */
export function letHeapGrow(): void {
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`);
  setFlagsFromString(`--minor-gc-task-trigger=${quickCollectionPercent}`);
}
