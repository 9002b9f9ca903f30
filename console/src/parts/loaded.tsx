import { Center, Loader } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/api-error.ts';
import { ErrorNotice } from './error-notice.tsx';

/** The answer of a query; before that its progress, or its error. */
export function Loaded<Data>({
  query: { data, error, refetch },
  children,
}: {
  readonly query: UseQueryResult<Data>;
  readonly children: (data: NonNullable<Data>) => ReactNode;
}) {
  const { t } = useTranslation();
  // What is gone, or no longer for whoever is signed in, is not shown from before.
  const isWithdrawn = error instanceof ApiError && (error.status === 403 || error.status === 404);
  if (data !== undefined && data !== null && !isWithdrawn) return children(data);
  if (error !== null) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  return (
    <Center mih="20vh">
      <Loader aria-label={t('common.loading')} />
    </Center>
  );
}
