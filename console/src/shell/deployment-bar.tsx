import { Alert, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { answerOf, api } from '../api/client.ts';
import { useDates } from '../parts/use-dates.ts';

/** The service is asked again after this time. */
const repeatMs = 30_000;

/** Says on every screen that this is a restored copy: while it sends nothing, and while it may not store photos. */
export function DeploymentBar() {
  const { t } = useTranslation();
  const write = useDates();
  const { data } = useQuery({
    queryKey: ['readiness'],
    refetchInterval: repeatMs,
    retry: false,
    queryFn: ({ signal }) => answerOf(api.GET('/readyz', { signal })),
  });
  const isReadOnly = data?.photoStore === 'read_only';
  if (data === undefined || (data.heldSince === undefined && !isReadOnly)) return null;
  return (
    <Stack gap="xs" mb="md" role="status">
      {data.heldSince !== undefined && (
        <Alert role="presentation" color="orange" title={t('shell.held')}>
          {t('shell.heldHint', { since: write(new Date(data.heldSince), 'moment') })}
        </Alert>
      )}
      {isReadOnly && (
        <Alert role="presentation" color="orange" title={t('shell.readOnly')}>
          {t('shell.readOnlyHint')}
        </Alert>
      )}
    </Stack>
  );
}
