import { useQuery } from '@tanstack/react-query';
import { allOf, api } from '../api/client.ts';
import { useLabel } from '../parts/use-label.ts';
import { useSession } from '../session/session.ts';

/** Names a query template, or a version of one, as far as whoever is signed in may read templates. */
export function useTemplateNames(): (id: string, version?: number) => string | undefined {
  const { may } = useSession();
  const label = useLabel();
  const { data } = useQuery({
    queryKey: ['templates', 'names'],
    enabled: may('executions:read'),
    staleTime: 60_000,
    queryFn: ({ signal }) => allOf((query) => api.GET('/v1/query-templates', { params: { query }, signal })),
  });
  return (id, version) => {
    const found = data?.items.find((one) => one.id === id)?.name;
    const name = found && label('templates.shippedNames', found);
    return version === undefined ? name : name && `${name} v${version}`;
  };
}
