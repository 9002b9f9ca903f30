import { Anchor, Badge, Button, Group, Select, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { allOf, answerOf, api } from '../api/client.ts';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { Page } from '../parts/page.tsx';
import { Panel } from '../parts/panel.tsx';
import { ShownOnce } from '../parts/shown-once.tsx';
import { type Role, useSession } from '../session/session.ts';
import { InvitationList, useInvitations } from './invitation-list.tsx';
import { InviteForm } from './invite-form.tsx';
import { roles } from './roles.ts';
import type { MadeLink } from './types.ts';

/** The people who may sign in: invited, given another role, disabled, set up anew. */
export function AccountList() {
  const { t } = useTranslation();
  const { account: own, may } = useSession();
  const mayManage = may('admin');
  const queries = useQueryClient();
  const [made, setMade] = useState<readonly MadeLink[]>([]);
  const { data: invitations } = useInvitations();
  // Not those that were used or withdrawn meanwhile, or replaced by a later link.
  const links = made.filter(
    ({ id }) => (invitations?.items.find((each) => each.id === id)?.state ?? 'open') === 'open',
  );
  const show = (link: MadeLink) => setMade((now) => [...now, link]);
  const accounts = useQuery({
    queryKey: ['accounts'],
    queryFn: ({ signal }) => allOf((query) => api.GET('/v1/accounts', { params: { query }, signal })),
  });
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: ['accounts'] });
    void queries.invalidateQueries({ queryKey: ['invitations'] });
  };
  const change = useMutation({
    mutationFn: ({ id, ...body }: { id: string; role?: Role; isDisabled?: boolean }) =>
      answerOf(api.PATCH('/v1/accounts/{accountId}', { params: { path: { accountId: id } }, body })),
    onSettled: refresh,
  });
  const reset = useMutation({
    mutationFn: ({ id }: { id: string; name: string }) =>
      answerOf(api.POST('/v1/accounts/{accountId}/reset', { params: { path: { accountId: id } } })),
    onSuccess: ({ id, link }, { name }) => show({ id, link, name }),
    onSettled: refresh,
  });
  const failure = change.error ?? reset.error;
  return (
    <Page title={t('shell.sections.accounts')}>
      {mayManage && (
        <Panel title={t('accounts.invite')}>
          <InviteForm
            onInvited={(link) => {
              show(link);
              refresh();
            }}
          />
          {links.length > 0 && (
            <ShownOnce
              title={t('accounts.link')}
              hint={t('accounts.linkOnce')}
              values={links.map(({ name, link }) => [name, link])}
            />
          )}
        </Panel>
      )}
      {failure !== null && <ErrorNotice error={failure} />}
      <Loaded query={accounts}>
        {({ items }) => (
          <Table.ScrollContainer minWidth={0} className="raised">
            <Table aria-label={t('shell.sections.accounts')} verticalSpacing="xs">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('people.name')}</Table.Th>
                  <Table.Th>{t('accounts.role')}</Table.Th>
                  <Table.Th>{t('accounts.lastSignIn')}</Table.Th>
                  {mayManage && <Table.Th>{t('accounts.actions')}</Table.Th>}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {items.map(({ id, name, email, role, isDisabled, lastSignInAt }) => (
                  <Table.Tr key={id}>
                    <Table.Td>
                      <Text size="sm" fw={600}>
                        {name}
                      </Text>
                      <Text size="sm" c="dimmed">
                        {email}
                      </Text>
                      {isDisabled && (
                        <Badge color="red" variant="light" tt="none">
                          {t('accounts.disabled')}
                        </Badge>
                      )}
                    </Table.Td>
                    <Table.Td>
                      {mayManage && id !== own.id ? (
                        <Select
                          aria-label={t('accounts.roleOf', { name })}
                          w={170}
                          value={role}
                          allowDeselect={false}
                          data={roles.map((value) => ({ value, label: t(`accounts.roles.${value}`) }))}
                          onChange={(value) => {
                            const next = roles.find((each) => each === value);
                            if (next !== undefined && next !== role) change.mutate({ id, role: next });
                          }}
                        />
                      ) : (
                        t(`accounts.roles.${role}`)
                      )}
                      {mayManage && id === own.id && (
                        <Text size="xs" c="dimmed" maw={170}>
                          {t('accounts.ownRole')}
                        </Text>
                      )}
                    </Table.Td>
                    <Table.Td data-label={t('accounts.lastSignIn')}>
                      <div>
                        <Moment at={lastSignInAt} />
                        <br />
                        <Anchor component={Link} href={`/accounts/${id}/sessions`} size="sm">
                          {t('session.sessions')}
                        </Anchor>
                      </div>
                    </Table.Td>
                    {mayManage && (
                      <Table.Td>
                        {id !== own.id && (
                          <Group gap="xs" wrap="nowrap">
                            {isDisabled ? (
                              <Button
                                size="compact-sm"
                                variant="default"
                                onClick={() => change.mutate({ id, isDisabled: false })}
                              >
                                {t('accounts.enable')}
                              </Button>
                            ) : (
                              <ConfirmButton
                                size="compact-sm"
                                variant="default"
                                label={t('accounts.disable')}
                                question={t('accounts.disableQuestion', { name })}
                                onConfirm={() => change.mutate({ id, isDisabled: true })}
                              />
                            )}
                            <ConfirmButton
                              size="compact-sm"
                              variant="default"
                              label={t('accounts.reset')}
                              question={t('accounts.resetQuestion', { name })}
                              onConfirm={() => reset.mutate({ id, name })}
                            />
                          </Group>
                        )}
                      </Table.Td>
                    )}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </Loaded>
      <Stack>
        <InvitationList />
      </Stack>
    </Page>
  );
}
