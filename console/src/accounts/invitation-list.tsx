import { Badge, Table, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { allOf, answerOf, api } from '../api/client.ts';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { Panel } from '../parts/panel.tsx';
import { useSession } from '../session/session.ts';

/** All invitations, newest first. */
export function useInvitations() {
  return useQuery({
    queryKey: ['invitations'],
    queryFn: ({ signal }) => allOf((query) => api.GET('/v1/invitations', { params: { query }, signal })),
  });
}

/** Invitations, newest first; open ones can be withdrawn. */
export function InvitationList() {
  const { t } = useTranslation();
  const { may } = useSession();
  const queries = useQueryClient();
  const invitations = useInvitations();
  const withdraw = useMutation({
    mutationFn: (invitationId: string) =>
      answerOf(api.DELETE('/v1/invitations/{invitationId}', { params: { path: { invitationId } } })),
    onSettled: () => queries.invalidateQueries({ queryKey: ['invitations'] }),
  });
  return (
    <Panel title={t('accounts.invitations')}>
      {withdraw.error !== null && <ErrorNotice error={withdraw.error} />}
      <Loaded query={invitations}>
        {({ items }) =>
          items.length === 0 ? (
            <Text c="dimmed">{t('accounts.noInvitations')}</Text>
          ) : (
            <Table.ScrollContainer minWidth={0}>
              <Table aria-label={t('accounts.invitations')}>
                <Table.Tbody>
                  {items.map(({ id, name, email, role, state, expiresAt }) => (
                    <Table.Tr key={id}>
                      <Table.Td>
                        {name}
                        <Text size="sm" c="dimmed">
                          {email}
                        </Text>
                      </Table.Td>
                      <Table.Td>{t(`accounts.roles.${role}`)}</Table.Td>
                      <Table.Td>
                        <Badge variant="light" tt="none" color={state === 'open' ? 'green' : 'gray'}>
                          {t(`accounts.states.${state}`)}
                        </Badge>
                      </Table.Td>
                      <Table.Td>
                        {t('accounts.until')} <Moment at={expiresAt} />
                      </Table.Td>
                      <Table.Td>
                        {state === 'open' && may('admin') && (
                          <ConfirmButton
                            size="compact-sm"
                            variant="default"
                            label={t('accounts.withdraw')}
                            question={t('accounts.withdrawQuestion')}
                            onConfirm={() => withdraw.mutate(id)}
                          />
                        )}
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          )
        }
      </Loaded>
    </Panel>
  );
}
