import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { answerOf, api } from '../api/client.ts';
import { NewExecution } from '../executions/new-execution.tsx';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { useSession } from '../session/session.ts';
import { startWay } from '../shell/hash-address.ts';

/** Everything that can be done about a person from here, by what the account may do. */
export function PersonActions({ personId, hasCpf }: { readonly personId: string; readonly hasCpf: boolean }) {
  const { t } = useTranslation();
  const { may } = useSession();
  const open = useMutation({
    mutationFn: () => answerOf(api.POST('/v1/cases', { body: { kind: 'manual', personId } })),
    onMutate: startWay,
    onSuccess: ({ id }, _asked, go) => go(`/cases/${id}`),
  });
  return (
    <>
      <Group gap="xs">
        {may('executions:write') && hasCpf && <NewExecution personId={personId} />}
        {may('cases:write') && (
          <Button variant="default" loading={open.isPending} onClick={() => open.mutate()}>
            {t('people.openCase')}
          </Button>
        )}
        {may('people:export', 'people:erase', 'people:hold') && (
          <Button component={Link} variant="default" href={`/privacy?person=${personId}`}>
            {t('people.privacy')}
          </Button>
        )}
      </Group>
      {open.error !== null && <ErrorNotice error={open.error} />}
    </>
  );
}
