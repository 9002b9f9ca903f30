import { Avatar, Menu, Text, UnstyledButton } from '@mantine/core';
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { sessionKey } from '../api/queries.ts';
import { decidingKey, useHeldDecisions } from '../cases/held-decisions.ts';
import { signOut, useSession } from '../session/session.ts';

/** Who is signed in, and the way out. */
export function AccountMenu() {
  const { t } = useTranslation();
  const { account } = useSession();
  const { held } = useHeldDecisions();
  const isDeciding = useIsMutating({ mutationKey: decidingKey }) > 0;
  const queries = useQueryClient();
  const leave = useMutation({
    // Whoever made a decision that the service has not taken learns it while he can still act.
    mutationFn: async () => {
      if (!(await held.flush())) return;
      await signOut();
      queries.setQueryData(sessionKey, null);
    },
  });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <UnstyledButton aria-label={t('shell.account', { name: account.name })}>
          <Avatar size={30} radius="xl" color="green" alt="">
            {account.name.slice(0, 1).toUpperCase()}
          </Avatar>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown maw={280}>
        <Menu.Label>
          <Text fw={600} size="sm" c="var(--mantine-color-text)" truncate>
            {account.name}
          </Text>
          <Text size="xs" truncate>
            {account.email}
          </Text>
          <Text size="xs">{t(`accounts.roles.${account.role}`)}</Text>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item component={Link} href="/sessions">
          {t('shell.sections.sessions')}
        </Menu.Item>
        <Menu.Item onClick={() => leave.mutate()} disabled={leave.isPending || isDeciding}>
          {t('session.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
