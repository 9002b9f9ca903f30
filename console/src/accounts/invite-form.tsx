import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { answerOf, api } from '../api/client.ts';
import { ErrorNotice } from '../parts/error-notice.tsx';
import type { Role } from '../session/session.ts';
import { roles } from './roles.ts';
import type { MadeLink } from './types.ts';

/** Invites a person; the answer's link is for whoever invites to hand over. */
export function InviteForm({ onInvited }: { readonly onInvited: (made: MadeLink) => void }) {
  const { t } = useTranslation();
  const invite = useMutation({
    mutationFn: (body: { name: string; email: string; role: Role }) =>
      answerOf(api.POST('/v1/invitations', { body })),
    onSuccess: ({ id, link }, { name }) => onInvited({ id, link, name }),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const role = roles.find((each) => each === form.get('role')) ?? 'analyst';
    invite.mutate({ name: String(form.get('name')), email: String(form.get('email')), role });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Group align="end" gap="sm">
          <TextInput
            name="name"
            label={t('people.name')}
            w={240}
            maxLength={100}
            required
            withAsterisk={false}
          />
          <TextInput
            name="email"
            type="email"
            label={t('session.email')}
            w={260}
            maxLength={254}
            required
            withAsterisk={false}
            autoComplete="off"
          />
          <Select
            name="role"
            label={t('accounts.role')}
            w={180}
            defaultValue="analyst"
            allowDeselect={false}
            data={roles.map((value) => ({ value, label: t(`accounts.roles.${value}`) }))}
          />
          <Button type="submit" loading={invite.isPending}>
            {t('accounts.makeLink')}
          </Button>
        </Group>
        {invite.error !== null && <ErrorNotice error={invite.error} />}
      </Stack>
    </form>
  );
}
