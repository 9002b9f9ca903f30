import { AsyncLocalStorage } from 'node:async_hooks';

type ReadScope = { isOpen: boolean };

const scopes = new AsyncLocalStorage<ReadScope>();

/** True within `runInReadScope`: statements may then go to the read replica. */
export function mayReadReplica(): boolean {
  return scopes.getStore()?.isOpen === true;
}

/** Lets the statements of some work go to the read replica. Work that outlives the promise goes to the primary. */
export async function runInReadScope<T>(work: () => Promise<T>): Promise<T> {
  const scope: ReadScope = { isOpen: true };
  try {
    return await scopes.run(scope, work);
  } finally {
    scope.isOpen = false;
  }
}

/** Runs work whose statements go to the primary. */
export function runOutsideReadScope<T>(work: () => T): T {
  return scopes.run({ isOpen: false }, work);
}
