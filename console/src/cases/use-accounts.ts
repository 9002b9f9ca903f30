import { useQuery } from '@tanstack/react-query';
import { allOf, api } from '../api/client.ts';

/** The accounts that cases may go to; none while nobody wants them. */
export function useAccounts(isWanted = true) {
  const { data } = useQuery({
    queryKey: ['accounts'],
    enabled: isWanted,
    staleTime: 60_000,
    queryFn: ({ signal }) => allOf((query) => api.GET('/v1/accounts', { params: { query }, signal })),
  });
  return data?.items ?? [];
}
