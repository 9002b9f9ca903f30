import type { SessionLink } from './read-link.ts';
import type { Begun } from './session-client.ts';

/** A session under way, as the tab keeps it: a reload goes on where the person was. */
export type KeptSession = {
  readonly link: SessionLink;
  /** Begins the session once more, also when it had begun and the answer was lost. */
  readonly nonce: string;
  /** Undefined until the answer of the begin. */
  readonly begun?: Begun | undefined;
  /** End of the session, or of its begin, on this device's clock, in milliseconds. */
  readonly endMs: number;
  /** The step that was told last, and the photos of it that the server has. */
  readonly step?: number;
  readonly received?: number;
};

const name = 'confere-session';

/** Keeps a session until the tab is closed or the session ends. A browser that keeps nothing only lacks the reload. */
export function keepSession(session: KeptSession): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(session));
  } catch {
    // A full or forbidden store.
  }
}

/**
 * The session that this tab has under way; undefined when there is none, its time is over, or the address of the page
 * names another one.
 */
export function recallSession(named: SessionLink | undefined): KeptSession | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(name) ?? 'null') as KeptSession | null;
    if (kept === null || kept.endMs <= Date.now()) return undefined;
    return named === undefined || named.id === kept.link.id ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Forgets the session of this tab: it is over, or another device has it. */
export function forgetSession(): void {
  try {
    sessionStorage.removeItem(name);
  } catch {
    // A forbidden store has none.
  }
}
