import { useQuery } from '@tanstack/react-query';
import { allOf, api } from '../api/client.ts';
import { useSession } from '../session/session.ts';

/** Names a query template, or a version of one, as far as whoever is signed in may read templates. */
export function useTemplateNames(): (id: string, version?: number) => string | undefined {
  const { may } = useSession();
  const { data } = useQuery({
    queryKey: ['templates', 'names'],
    enabled: may('executions:read'),
    staleTime: 60_000,
    queryFn: ({ signal }) => allOf((query) => api.GET('/v1/query-templates', { params: { query }, signal })),
  });
  return (id, version) => {
    const name = data?.items.find((one) => one.id === id)?.name;
    return version === undefined ? name : name && `${name} v${version}`;
  };
}
