import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { nextCase } from './case-requests.ts';

const key = { mutationKey: ['next-case'] };

/** Claims the next case and opens it. Asked anywhere while one is on its way, it claims no second. */
export function useNextCase(onNone?: () => void) {
  const queries = useQueryClient();
  const [, go] = useLocation();
  const next = useMutation({
    ...key,
    mutationFn: nextCase,
    onSuccess: (id) => (id === undefined ? onNone?.() : go(`/cases/${id}`)),
  });
  return {
    claim() {
      if (queries.isMutating(key) === 0) next.mutate();
    },
    isOnItsWay: useIsMutating(key) > 0,
    isNone: next.isSuccess && next.data === undefined,
    error: next.error,
  };
}
