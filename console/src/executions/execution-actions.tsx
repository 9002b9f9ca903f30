import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { answerOf, api } from '../api/client.ts';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { useSession } from '../session/session.ts';
import { startWay } from '../shell/hash-address.ts';
import type { Execution } from './execution.tsx';

/** Cancelling an execution that has not ended, and repeating one that has; for those who may. */
export function ExecutionActions({ execution }: { readonly execution: Execution }) {
  const { t } = useTranslation();
  const { may } = useSession();
  const queries = useQueryClient();
  const path = { executionId: execution.executionId };
  const cancel = useMutation({
    mutationFn: () => answerOf(api.POST('/v1/executions/{executionId}/cancel', { params: { path } })),
    onSettled: () => queries.invalidateQueries({ queryKey: ['execution', execution.executionId] }),
  });
  const again = useMutation({
    mutationFn: () => answerOf(api.POST('/v1/executions/{executionId}/run-again', { params: { path } })),
    onMutate: startWay,
    onSuccess: ({ executionId }, _asked, go) => {
      void queries.invalidateQueries({ queryKey: ['execution', execution.executionId] });
      go(`/executions/${executionId}`);
    },
  });
  if (!may('executions:write')) return null;
  const hasEnded = execution.completedAt !== undefined;
  const error = cancel.error ?? again.error;
  return (
    <>
      {hasEnded ? (
        <ConfirmButton
          key="again"
          variant="default"
          loading={again.isPending}
          label={t('executions.again')}
          question={t('executions.againQuestion')}
          onConfirm={() => again.mutate()}
        />
      ) : (
        // An open question goes with the execution that it was about to end.
        <ConfirmButton
          key="cancel"
          variant="default"
          loading={cancel.isPending}
          label={t('executions.cancel')}
          question={t('executions.cancelQuestion')}
          onConfirm={() => cancel.mutate()}
        />
      )}
      {error !== null && <ErrorNotice error={error} />}
    </>
  );
}
