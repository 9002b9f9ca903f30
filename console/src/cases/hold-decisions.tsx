import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { HeldDecisions, HeldDecisionsProvider } from './held-decisions.ts';

/** Whoever's session ended while a decision was on its way learns of its failure after signing in again. */
let last: { readonly accountId: string; readonly held: HeldDecisions } | undefined;

/** Keeps the decisions of whoever is signed in while they can be taken back. Whoever leaves the page sends them. */
export function HoldDecisions({
  accountId,
  children,
}: {
  readonly accountId: string;
  readonly children: ReactNode;
}) {
  const queries = useQueryClient();
  const [held] = useState(() => {
    if (last?.accountId !== accountId) {
      const made = new HeldDecisions((caseId) => {
        void queries.invalidateQueries({ queryKey: ['case', caseId] });
        void queries.invalidateQueries({ queryKey: ['cases'] });
      });
      last = { accountId, held: made };
    }
    return last.held;
  });
  useEffect(() => {
    const send = () => document.visibilityState === 'hidden' && void held.flush();
    document.addEventListener('visibilitychange', send);
    // A slow browser ends the page before it says that it hides.
    window.addEventListener('beforeunload', held.flush);
    window.addEventListener('pagehide', held.flush);
    return () => {
      document.removeEventListener('visibilitychange', send);
      window.removeEventListener('beforeunload', held.flush);
      window.removeEventListener('pagehide', held.flush);
      // Before anybody else signs in here.
      void held.flush();
    };
  }, [held]);
  return <HeldDecisionsProvider value={held}>{children}</HeldDecisionsProvider>;
}
