import type { ImageFiles } from './image-files.ts';

/**
 * Two places as one store, for the time in which photos move. New photos go to `first`. Reads try `first`, then
 * `second`, also while `first` is away. Deleting and listing take in both: `list` may name a photo twice.
 */
export function combineImageFiles(first: ImageFiles, second: ImageFiles): ImageFiles {
  return {
    put: (id, bytes) => first.put(id, bytes),

    async get(id) {
      const failures: unknown[] = [];
      for (const store of [first, second]) {
        try {
          const bytes = await store.get(id);
          if (bytes !== undefined) return bytes;
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0) throw failures[0];
      // Once more, because the photo may have moved from the second to the first between the two reads.
      return await first.get(id);
    },

    async delete(id) {
      const results = await Promise.allSettled([first.delete(id), second.delete(id)]);
      for (const result of results) if (result.status === 'rejected') throw result.reason;
    },

    async *list() {
      yield* first.list();
      yield* second.list();
    },

    async discardUnfinished(before) {
      return (await first.discardUnfinished(before)) + (await second.discardUnfinished(before));
    },
  };
}
