import { Badge, Stack, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { components } from '../api/schema.ts';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { Moment } from '../parts/moment.tsx';

type Session = components['schemas']['ConsoleSessions']['items'][number];

/** Sessions with their devices. Each but the current one can be ended, where that is allowed. */
export function SessionTable({
  label,
  sessions,
  onEnd,
}: {
  readonly label: string;
  readonly sessions: readonly Session[];
  readonly onEnd: ((id: string) => void) | undefined;
}) {
  const { t } = useTranslation();
  if (sessions.length === 0) return <Text c="dimmed">{t('session.noSessions')}</Text>;
  return (
    <Table.ScrollContainer minWidth={0} className="raised">
      <Table aria-label={label} verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('session.device')}</Table.Th>
            <Table.Th>{t('session.begun')}</Table.Th>
            <Table.Th>{t('session.lastSeen')}</Table.Th>
            {onEnd !== undefined && <Table.Th>{t('accounts.actions')}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sessions.map(({ id, isCurrent, address, userAgent, createdAt, lastSeenAt, expiresAt }) => (
            <Table.Tr key={id}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                <Stack gap={2} align="start">
                  <Text size="sm" className="number">
                    {address}
                  </Text>
                  <Text size="sm" c="dimmed">
                    {userAgent}
                  </Text>
                  {isCurrent && (
                    <Badge variant="light" tt="none">
                      {t('session.current')}
                    </Badge>
                  )}
                </Stack>
              </Table.Td>
              <Table.Td data-label={t('session.begun')}>
                <Moment at={createdAt} />
              </Table.Td>
              <Table.Td data-label={t('session.lastSeen')}>
                <div>
                  <Moment at={lastSeenAt} />
                  <Text size="xs" c="dimmed">
                    {t('session.expires')} <Moment at={expiresAt} />
                  </Text>
                </div>
              </Table.Td>
              {onEnd !== undefined && (
                <Table.Td>
                  {!isCurrent && (
                    <ConfirmButton
                      size="compact-sm"
                      variant="default"
                      label={t('session.end')}
                      question={t('session.endQuestion')}
                      onConfirm={() => onEnd(id)}
                    />
                  )}
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
