import { Alert, Badge, Button, Group, Progress, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { answerOf, api } from '../api/client.ts';
import type { components } from '../api/schema.ts';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { Fact, Facts } from '../parts/facts.tsx';
import { HeldBack } from '../parts/held-back.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { Panel } from '../parts/panel.tsx';
import { useLabel } from '../parts/use-label.ts';
import { useSession } from '../session/session.ts';

type Verification = components['schemas']['AuditVerification'];

/** While one waits or runs. */
const watchMs = 500;
const colors = { waiting: 'gray', running: 'blue', whole: 'green', broken: 'red', failed: 'orange' } as const;

/** The last verification of the log with what it found, and a button for another. */
export function AuditVerification() {
  const { t } = useTranslation();
  const { may } = useSession();
  const queries = useQueryClient();
  const key = ['audit-verifications'];
  const last = useQuery<components['schemas']['AuditVerificationPage']>({
    queryKey: key,
    refetchInterval: ({ state }) => (state.data?.items.some(isOpen) ? watchMs : false),
    queryFn: ({ signal }) =>
      answerOf(api.GET('/v1/audit/verifications', { params: { query: { limit: 1 } }, signal })),
  });
  const start = useMutation({
    mutationFn: () => answerOf(api.POST('/v1/audit/verifications', {})),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
  const isRunning = last.data?.items.some(isOpen) ?? false;
  return (
    <Panel title={t('audit.verification')}>
      <Text size="sm">{t('audit.verificationHint')}</Text>
      {may('audit:export') && (
        <Group>
          <HeldBack missing={isRunning ? t('audit.verifying') : undefined}>
            {(held) => (
              <Button onClick={() => start.mutate()} loading={start.isPending} {...held}>
                {t('audit.verify')}
              </Button>
            )}
          </HeldBack>
        </Group>
      )}
      {start.error !== null && <ErrorNotice error={start.error} />}
      <Loaded query={last}>
        {({ items: [one] }) =>
          one === undefined ? <Text c="dimmed">{t('audit.neverVerified')}</Text> : <Findings one={one} />
        }
      </Loaded>
    </Panel>
  );
}

function isOpen({ state }: Verification): boolean {
  return state === 'waiting' || state === 'running';
}

function Findings({ one }: { readonly one: Verification }) {
  const { t, i18n } = useTranslation();
  const label = useLabel();
  const number = new Intl.NumberFormat(i18n.language);
  const { result } = one;
  const share = one.totalEvents === 0 ? 0 : Math.min(100, (100 * one.readEvents) / one.totalEvents);
  return (
    <Stack gap="xs">
      <Group gap="xs" role="status">
        <Badge variant="light" tt="none" color={colors[one.state]}>
          {label('audit.verificationStates', one.state)}
        </Badge>
        <Text size="sm">
          <Moment at={one.finishedAt ?? one.createdAt} />
        </Text>
        {isOpen(one) && (
          <Text size="sm">
            {t('audit.progress', {
              read: number.format(one.readEvents),
              count: one.totalEvents,
              formatted: number.format(one.totalEvents),
            })}
          </Text>
        )}
      </Group>
      {one.state === 'running' && <Progress value={share} aria-label={t('audit.verification')} />}
      {result !== undefined && (
        <>
          {result.faultCount > 0 && (
            <Alert
              role="alert"
              color="red"
              variant="light"
              title={t('audit.broken', { places: number.format(result.faultCount) })}
            >
              <Stack gap={4}>
                {result.faults.map(({ chain, sequence, fault }) => (
                  <Text key={`${chain} ${sequence} ${fault}`} size="sm">
                    {label('audit.faults', fault)}{' '}
                    <span className="number">
                      {chain}/{sequence}
                    </span>
                  </Text>
                ))}
                <Text size="sm">{t('audit.brokenFix')}</Text>
              </Stack>
            </Alert>
          )}
          <Facts>
            <Fact name={t('audit.events')}>{number.format(result.events)}</Fact>
            <Fact name={t('audit.chains')}>{number.format(result.chains)}</Fact>
            <Fact name={t('audit.anchors')}>{number.format(result.anchors)}</Fact>
            <Fact name={t('common.from')}>
              <Moment at={result.firstAt} />
            </Fact>
            <Fact name={t('common.to')}>
              <Moment at={result.lastAt} />
            </Fact>
          </Facts>
          <details>
            <summary>{t('audit.parts')}</summary>
            <Table aria-label={t('audit.parts')}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('audit.chain')}</Table.Th>
                  <Table.Th>{t('audit.first')}</Table.Th>
                  <Table.Th>{t('audit.last')}</Table.Th>
                  <Table.Th>{t('common.to')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {result.parts.map(({ chain, firstSequence, lastSequence, lastAt }) => (
                  <Table.Tr key={chain}>
                    <Table.Td data-label={t('audit.chain')}>
                      <span className="number">{chain}</span>
                    </Table.Td>
                    <Table.Td data-label={t('audit.first')}>{number.format(firstSequence)}</Table.Td>
                    <Table.Td data-label={t('audit.last')}>{number.format(lastSequence)}</Table.Td>
                    <Table.Td data-label={t('common.to')}>
                      <Moment at={lastAt} />
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </details>
        </>
      )}
    </Stack>
  );
}
