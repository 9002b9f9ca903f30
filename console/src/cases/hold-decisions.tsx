import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { HeldDecisions, HeldDecisionsProvider } from './held-decisions.ts';

/** Keeps the decisions of whoever is signed in while they can be taken back. Whoever leaves the page sends them. */
export function HoldDecisions({ children }: { readonly children: ReactNode }) {
  const queries = useQueryClient();
  const [held] = useState(
    () =>
      new HeldDecisions((caseId) => {
        void queries.invalidateQueries({ queryKey: ['case', caseId] });
        void queries.invalidateQueries({ queryKey: ['cases'] });
      }),
  );
  useEffect(() => {
    const send = () => document.visibilityState === 'hidden' && void held.flush();
    document.addEventListener('visibilitychange', send);
    window.addEventListener('pagehide', held.flush);
    return () => {
      document.removeEventListener('visibilitychange', send);
      window.removeEventListener('pagehide', held.flush);
    };
  }, [held]);
  return <HeldDecisionsProvider value={held}>{children}</HeldDecisionsProvider>;
}
