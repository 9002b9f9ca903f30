import { useSyncExternalStore } from 'react';

let name = '';
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Keeps the name that somebody searches for. It stands in no address, and is gone with the page. */
export function keepSearchedName(searched: string): void {
  name = searched;
  for (const listener of listeners) listener();
}

/** The name that somebody searched for last. */
export function useSearchedName(): string {
  return useSyncExternalStore(subscribe, () => name);
}

/** Criteria of a search that must not stand in an address, where logs and proxies would keep them. */
export function hideNames(names: { readonly name?: string; readonly partner?: string }) {
  return { 'x-criteria': new URLSearchParams(names).toString() };
}
