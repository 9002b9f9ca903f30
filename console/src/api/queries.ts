import { focusManager, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { api } from './client.ts';

/** Key of what is known of the session. */
export const sessionKey = ['session'] as const;

/** Changes whenever the page learns of a session: what was asked before that says nothing of the present one. */
export function countSessions(queries: QueryClient): number {
  return queries.getQueryState(sessionKey)?.dataUpdateCount ?? 0;
}

/** Time without a movement or key after which the page asks nothing more by itself. */
const unusedMs = 5 * 60_000;

/**
 * Stops the repeated requests of the page while nobody uses it: each of them would keep a session alive that should end.
 * They go on with the next movement or key, and then show whether there still is a session.
 */
function pauseWhileUnused(): void {
  let pause: ReturnType<typeof setTimeout> | undefined;
  const use = () => {
    clearTimeout(pause);
    pause = setTimeout(() => focusManager.setFocused(false), unusedMs);
    // As the visibility of the page says.
    focusManager.setFocused(undefined);
  };
  for (const sign of ['pointermove', 'pointerdown', 'wheel', 'keydown', 'visibilitychange']) {
    addEventListener(sign, use, { capture: true, passive: true });
  }
  use();
}

/**
 * Keeps answers for a while. Ends the session on the page when the service has ended it, and reads it anew when the
 * service refuses something: it may be another one since then, begun in another tab, or the account has another role.
 */
export function createQueries(): QueryClient {
  pauseWhileUnused();
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // Without a connection a request fails and says so, rather than to wait for one unseen.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (failures, error) =>
          failures < 2 && error instanceof ApiError && (error.status === 0 || error.status === 503),
        retryDelay: (failures) => 1_000 * 2 ** failures,
      },
      mutations: { networkMode: 'always' },
    },
  });
  const askedIn = new WeakMap<Request, number>();
  api.use({
    onRequest({ request }) {
      askedIn.set(request, countSessions(queries));
    },
    onResponse({ request, response }) {
      if (askedIn.get(request) !== countSessions(queries)) return;
      if (response.status === 401) queries.setQueryData(sessionKey, null);
      if (response.status !== 403) return;
      // A reading under way goes on: where that is refused too, another would follow it, and so without end.
      void queries.invalidateQueries({ queryKey: sessionKey, exact: true }, { cancelRefetch: false });
    },
  });
  return queries;
}
