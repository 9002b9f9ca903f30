import { createContext, useContext, useSyncExternalStore } from 'react';
import { decideCase } from './case-requests.ts';
import type { CaseFile, CaseOutcome, ReasonCode } from './types.ts';

/** The time for which a decision of one person can be taken back before the service has it. */
export const undoMs = 10_000;

/** The entries that somebody has made about a case and that the service does not have. */
type Draft = {
  readonly outcome: CaseOutcome | undefined;
  readonly reasonCode: ReasonCode | undefined;
  readonly note: string;
  readonly comment: string;
};

/** A case that nothing was entered about. */
export const undecided = { outcome: undefined, reasonCode: undefined, note: '' };

type Whole = { readonly [Name in keyof typeof undecided]: NonNullable<Draft[Name]> };

/** A decision that was made here: it waits, is with the service, stands there, or was refused by it. */
export type HeldDecision = Whole & {
  readonly found: CaseFile;
  readonly state: 'held' | 'sending' | 'decided' | 'proposed' | 'confirmed' | 'refused' | 'failed';
  /** When it is sent. */
  readonly until: number;
  readonly error?: Error;
};

/** Key of the mutation that claims a case and decides it. */
export const decidingKey = ['decide'] as const;

/** True of a decision that the service does not have, or not yet. */
export function isUnderWay(state: HeldDecision['state']): boolean {
  return state === 'held' || state === 'sending';
}

/**
 * Decisions on their way. The service makes a decision the profile's at once and tells others of it, so one that can be
 * taken back waits here; leaving the page sends it.
 */
export class HeldDecisions {
  #decisions: readonly HeldDecision[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #sending = new Set<Promise<boolean>>();
  readonly #listeners = new Set<() => void>();
  readonly #drafts = new Map<string, Draft>();
  readonly #onSettled: (caseId: string) => void;

  constructor(onSettled: (caseId: string) => void) {
    this.#onSettled = onSettled;
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly list = () => this.#decisions;

  /** Keeps a decision until it can no longer be taken back; one that another person confirms is sent at once. */
  async add(found: CaseFile, decision: Whole): Promise<void> {
    void this.flush();
    const isFinal = !found.secondPersonFor.includes(decision.outcome);
    const made: HeldDecision = {
      ...decision,
      found,
      state: 'held',
      until: Date.now() + (isFinal ? undoMs : 0),
    };
    this.#set([...this.#openBeside(found), made]);
    if (isFinal) this.#timer = setTimeout(() => void this.flush(), undoMs);
    else await this.flush();
  }

  /** Shows the answer that the service has to what another person proposed. */
  tell(found: CaseFile, answered: Whole & Pick<HeldDecision, 'state'>): void {
    this.keepDraft(found.id, undecided);
    this.#set([...this.#openBeside(found), { ...answered, found, until: 0 }]);
  }

  /** Sends what waits. True when the service has that and what was on its way, false when one of them failed. */
  readonly flush = async (): Promise<boolean> => {
    clearTimeout(this.#timer);
    for (const one of this.#decisions.filter(({ state }) => state === 'held')) {
      const sending = this.#send(one).finally(() => this.#sending.delete(sending));
      this.#sending.add(sending);
    }
    return (await Promise.all(this.#sending)).every(Boolean);
  };

  /** Takes back a decision that the service does not have; what was filled in is there again. */
  takeBack(decision: HeldDecision): void {
    if (decision.state !== 'held' && decision.state !== 'failed') return;
    if (decision.state === 'held') clearTimeout(this.#timer);
    this.#keepEntries(decision);
    this.dismiss(decision);
  }

  dismiss(decision: HeldDecision): void {
    this.#set(this.#decisions.filter((each) => each !== decision));
  }

  /** Entries about a case that were not sent: there after another screen, or a new session of the same person. */
  draftOf(caseId: string): Draft {
    return this.#drafts.get(caseId) ?? { ...undecided, comment: '' };
  }

  keepDraft(caseId: string, changed: Partial<Draft>): void {
    this.#drafts.set(caseId, { ...this.draftOf(caseId), ...changed });
  }

  async #send(decision: HeldDecision): Promise<boolean> {
    const { found, outcome, reasonCode, note } = decision;
    let now = this.#replace(decision, { state: 'sending' });
    try {
      const { state } = await decideCase({
        id: found.id,
        revision: found.revision,
        outcome,
        reasonCode,
        note,
      });
      this.keepDraft(found.id, undecided);
      now = this.#replace(now, { state: state === 'decided' ? 'decided' : 'proposed' });
    } catch (error) {
      this.#keepEntries(now);
      now = this.#replace(now, { state: 'failed', error: error as Error });
    }
    this.#onSettled(found.id);
    return now.state !== 'failed';
  }

  #keepEntries({ found, outcome, reasonCode, note }: HeldDecision): void {
    this.keepDraft(found.id, { outcome, reasonCode, note });
  }

  /** Decisions that the service does not have yet, and failed ones of other cases, until their own is decided. */
  #openBeside({ id }: CaseFile): readonly HeldDecision[] {
    return this.#decisions.filter(
      ({ state, found }) => isUnderWay(state) || (state === 'failed' && found.id !== id),
    );
  }

  #replace(before: HeldDecision, change: Partial<HeldDecision>): HeldDecision {
    const after = { ...before, ...change };
    this.#set(this.#decisions.map((each) => (each === before ? after : each)));
    return after;
  }

  #set(decisions: readonly HeldDecision[]): void {
    this.#decisions = decisions;
    for (const listener of this.#listeners) listener();
  }
}

const Context = createContext<HeldDecisions | undefined>(undefined);
export const HeldDecisionsProvider = Context.Provider;

/** The decisions on their way, and what to do with them. */
export function useHeldDecisions(): { held: HeldDecisions; decisions: readonly HeldDecision[] } {
  const held = useContext(Context);
  if (held === undefined) throw new Error('nobody is signed in');
  return { held, decisions: useSyncExternalStore(held.subscribe, held.list) };
}
