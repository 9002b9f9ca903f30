import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { HeldBack } from '../parts/held-back.tsx';
import { Panel } from '../parts/panel.tsx';
import { useSession } from '../session/session.ts';
import { AccountSelect, accountIdOf, type Recipient } from './account-select.tsx';
import { assignCase, escalateCase, snoozeCase } from './case-requests.ts';
import type { CaseFile } from './types.ts';

/** Who works on a case, when it comes back, whether somebody above looks at it. */
export function CaseActions({
  found,
  onChange,
}: {
  readonly found: CaseFile;
  readonly onChange: () => Promise<void>;
}) {
  const { t } = useTranslation();
  const { account } = useSession();
  const [recipient, setRecipient] = useState<Recipient>(null);
  const act = useMutation({ mutationFn: (work: () => Promise<unknown>) => work(), onSuccess: onChange });
  const onSubmit = (work: (form: FormData) => Promise<unknown>) => (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    act.mutate(() => work(form));
  };
  const text = (form: FormData, name: string) => String(form.get(name) ?? '').trim();
  return (
    <Panel title={t('cases.work')}>
      <Stack>
        {found.assignee?.id !== account.id && (
          <Group>
            <Button
              variant="default"
              loading={act.isPending}
              onClick={() => act.mutate(() => assignCase(found.id, account.id, t('cases.takenOver')))}
            >
              {t('cases.take')}
            </Button>
          </Group>
        )}
        <form
          onSubmit={onSubmit(async (form) => {
            if (recipient !== null) await assignCase(found.id, accountIdOf(recipient), text(form, 'reason'));
          })}
        >
          <Group align="end" gap="sm">
            <AccountSelect value={recipient} onChange={setRecipient} />
            <TextInput name="reason" label={t('cases.reason')} w={260} required withAsterisk={false} />
            <HeldBack missing={recipient === null ? t('cases.recipientMissing') : undefined}>
              {(held) => (
                <Button type="submit" variant="default" loading={act.isPending} {...held}>
                  {t('cases.assign')}
                </Button>
              )}
            </HeldBack>
          </Group>
        </form>
        <form
          onSubmit={onSubmit((form) => snoozeCase(found.id, new Date(text(form, 'until')).toISOString()))}
        >
          <Group align="end" gap="sm">
            <TextInput
              name="until"
              type="datetime-local"
              label={t('cases.snoozeUntil')}
              w={240}
              required
              withAsterisk={false}
            />
            <Button type="submit" variant="default" loading={act.isPending}>
              {t('cases.snooze')}
            </Button>
          </Group>
        </form>
        {!found.isEscalated && (
          <form onSubmit={onSubmit((form) => escalateCase(found.id, text(form, 'why')))}>
            <Group align="end" gap="sm">
              <TextInput name="why" label={t('cases.escalateWhy')} w={360} required withAsterisk={false} />
              <Button type="submit" variant="default" loading={act.isPending}>
                {t('cases.escalate')}
              </Button>
            </Group>
          </form>
        )}
        {act.error !== null && <ErrorNotice error={act.error} />}
      </Stack>
    </Panel>
  );
}
