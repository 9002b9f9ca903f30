import { useQuery } from '@tanstack/react-query';
import { allOf, api } from '../api/client.ts';
import { useSession } from '../session/session.ts';

/** The clients, for whoever may read them; undefined for others. */
export function useClients() {
  const { may } = useSession();
  const isAllowed = may('clients:read');
  const { data } = useQuery({
    queryKey: ['clients', 'names'],
    enabled: isAllowed,
    staleTime: 60_000,
    queryFn: ({ signal }) => allOf((query) => api.GET('/v1/clients', { params: { query }, signal })),
  });
  return isAllowed ? (data?.items ?? []) : undefined;
}
