import { Alert, Button, Group, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/api-error.ts';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { HeldBack } from '../parts/held-back.tsx';
import { AccountSelect, accountIdOf, type Recipient } from './account-select.tsx';
import { assignCases } from './case-requests.ts';

/** Hands several cases to one person at once, with a reason. */
export function BulkAssignment({
  caseIds,
  onDone,
}: {
  readonly caseIds: readonly string[];
  /** Told of the cases that could not be handed over. */
  readonly onDone: (left: readonly string[]) => void;
}) {
  const { t } = useTranslation();
  const [recipient, setRecipient] = useState<Recipient>(null);
  const assign = useMutation({
    mutationFn: assignCases,
    onSuccess: ({ failed }) => onDone(failed.map(({ id }) => id)),
  });
  const refusals = new Set(assign.data?.failed.map(({ code }) => code));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (recipient === null) return;
    const form = new FormData(event.currentTarget);
    assign.mutate({
      caseIds: [...caseIds],
      accountId: accountIdOf(recipient),
      reason: String(form.get('reason')).trim(),
    });
  };
  return (
    <Alert color="gray" variant="light" title={t('cases.chosen', { count: caseIds.length })}>
      <form onSubmit={submit}>
        <Group align="end" gap="sm">
          <AccountSelect value={recipient} onChange={setRecipient} />
          <TextInput
            name="reason"
            label={t('cases.reason')}
            w={280}
            maxLength={500}
            required
            withAsterisk={false}
          />
          <HeldBack missing={recipient === null ? t('cases.recipientMissing') : undefined}>
            {(held) => (
              <Button type="submit" loading={assign.isPending} {...held}>
                {t('cases.assign')}
              </Button>
            )}
          </HeldBack>
        </Group>
        {assign.error !== null && <ErrorNotice error={assign.error} />}
        {[...refusals].map((code) => (
          <ErrorNotice key={code} error={new ApiError(409, { code })} />
        ))}
      </form>
    </Alert>
  );
}
