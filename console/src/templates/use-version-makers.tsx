import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { allOf, api } from '../api/client.ts';
import { useAccounts } from '../cases/use-accounts.ts';
import { ShortId } from '../parts/short-id.tsx';
import { useLabel } from '../parts/use-label.ts';

/** Who made each version of a template, as the audit log says; nothing for whoever may not read it. */
export function useVersionMakers(
  id: string,
  current: number,
  mayKnow: boolean,
): ReadonlyMap<number, ReactNode> {
  const label = useLabel();
  const accounts = useAccounts(mayKnow);
  const { data } = useQuery({
    queryKey: ['template makers', id, current],
    enabled: mayKnow,
    queryFn: ({ signal }) =>
      allOf((query) => api.GET('/v1/audit', { params: { query: { ...query, target: id } }, signal })),
  });
  const makers = new Map<number, ReactNode>();
  for (const { action, outcome, actor, detail } of data?.items ?? []) {
    if (outcome !== 'done' || !['query-template.create', 'query-template.replace'].includes(action)) continue;
    const { version } = (detail ?? {}) as { version?: number };
    if (version === undefined) continue;
    const name = accounts.find((account) => account.id === actor.id)?.name;
    makers.set(
      version,
      name ?? (
        <>
          {label('audit.kinds', actor.kind)} {actor.id !== undefined && <ShortId id={actor.id} />}
        </>
      ),
    );
  }
  return makers;
}
