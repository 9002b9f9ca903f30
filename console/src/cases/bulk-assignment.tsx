import { Alert, Button, Group, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { AccountSelect } from './account-select.tsx';
import { assignCases } from './case-requests.ts';

/** Hands several cases to one person at once, with a reason. */
export function BulkAssignment({
  caseIds,
  onDone,
}: {
  readonly caseIds: readonly string[];
  readonly onDone: () => void;
}) {
  const { t } = useTranslation();
  const assign = useMutation({ mutationFn: assignCases, onSuccess: onDone });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const accountId = String(form.get('accountId') ?? '');
    assign.mutate({
      caseIds: [...caseIds],
      accountId: accountId === '' ? null : accountId,
      reason: String(form.get('reason')).trim(),
    });
  };
  return (
    <Alert color="gray" variant="light" title={t('cases.chosen', { count: caseIds.length })}>
      <form onSubmit={submit}>
        <Group align="end" gap="sm">
          <AccountSelect />
          <TextInput
            name="reason"
            label={t('cases.reason')}
            w={280}
            maxLength={500}
            required
            withAsterisk={false}
          />
          <Button type="submit" loading={assign.isPending}>
            {t('cases.assign')}
          </Button>
        </Group>
        {assign.error !== null && <ErrorNotice error={assign.error} />}
      </form>
    </Alert>
  );
}
