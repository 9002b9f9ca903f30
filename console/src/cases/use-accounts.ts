import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../api/client.ts';

/** The accounts that cases may go to. */
export function useAccounts() {
  const { data } = useQuery({
    queryKey: ['accounts'],
    staleTime: 60_000,
    queryFn: ({ signal }) => answerOf(api.GET('/v1/accounts', { signal })),
  });
  return data?.items ?? [];
}
