import { Badge, Code, SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'wouter';
import { answerOf, api } from '../api/client.ts';
import type { components } from '../api/schema.ts';
import { Fact, Facts } from '../parts/facts.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { Page } from '../parts/page.tsx';
import { Panel } from '../parts/panel.tsx';
import { StatusBadge } from '../parts/status-badge.tsx';
import { useFraction } from '../parts/use-fraction.ts';
import { useLabel } from '../parts/use-label.ts';
import { RuleName } from '../templates/rule-name.tsx';
import { ExecutionActions } from './execution-actions.tsx';
import { ExecutionHead } from './execution-head.tsx';
import { ExecutionTries } from './execution-tries.tsx';
import { useReason } from './use-reason.ts';

export type Execution = components['schemas']['Execution'];

/** Executions that are still on their way are asked for again after this time. */
const repeatMs = 2_000;

/** An execution by its id, watched until it has ended. */
export function useExecution(id: string | undefined) {
  return useQuery({
    queryKey: ['execution', id],
    enabled: id !== undefined && id !== '',
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/v1/executions/{executionId}', { params: { path: { executionId: id ?? '' } }, signal }),
      ),
    refetchInterval: ({ state }) =>
      state.data !== undefined && state.data.completedAt === undefined ? repeatMs : false,
  });
}

/** One execution: its sources, the rules that decided, the values they saw. */
export function ExecutionPage() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const execution = useExecution(id);
  return (
    <Page
      title={t('executions.one')}
      actions={execution.data !== undefined && <ExecutionActions key={id} execution={execution.data} />}
    >
      <Loaded query={execution}>
        {(data) => (
          <Stack>
            <ExecutionHead execution={data} />
            <ExecutionPanels execution={data} showsReason={false} />
            <ExecutionTries execution={data} />
            <Panel title={t('executions.request')}>
              <Facts>
                <Fact name={t('executions.id')}>
                  <span className="number">{data.executionId}</span>
                </Fact>
                <Fact name={t('executions.reference')}>{data.referenceId}</Fact>
                <Fact name={t('executions.metadata')}>
                  {data.metadata && <Code>{JSON.stringify(data.metadata)}</Code>}
                </Fact>
              </Facts>
            </Panel>
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

/** The rules that decided an execution, and its sources. */
export function ExecutionPanels({
  execution,
  showsReason = true,
}: {
  readonly execution: Execution;
  /** False where the screen says elsewhere why it is pending. */
  readonly showsReason?: boolean;
}) {
  const { t, i18n } = useTranslation();
  const label = useLabel();
  const reasonOf = useReason();
  const attributeOf = (name: string) => label('profiles.fields', `basicData_${name}`, name);
  const showFraction = useFraction();
  const { sources, decision, attributes, reason } = execution;
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <Panel title={t('executions.rules')}>
        {showsReason && reason !== undefined && <Text size="sm">{reasonOf(reason)}</Text>}
        {decision?.advice !== undefined && i18n.language === 'en' && <Text size="sm">{decision.advice}</Text>}
        {decision === undefined || decision.rules.length === 0 ? (
          <Text c="dimmed">{t('executions.undecided')}</Text>
        ) : (
          <Table.ScrollContainer minWidth={0}>
            <Table aria-label={t('executions.rules')}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('executions.rule')}</Table.Th>
                  <Table.Th>{t('executions.outcome')}</Table.Th>
                  <Table.Th>{t('executions.wouldSet')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {decision.rules.map(({ name, status, outcome, reason: why, values = {} }) => (
                  <Table.Tr key={name} data-current={decision.decidedBy.includes(name) || undefined}>
                    <Table.Td>
                      <RuleName name={name} />
                      {Object.entries(values).map(([field, value]) => (
                        <Text
                          key={field}
                          size="xs"
                          c="dimmed"
                          className="number"
                          style={{ overflowWrap: 'anywhere' }}
                        >
                          {field} = {value}
                        </Text>
                      ))}
                    </Table.Td>
                    <Table.Td>
                      {label('executions.outcomes', outcome)}
                      {why !== undefined && (
                        <Text size="xs" c="dimmed">
                          {reasonOf(why)}
                        </Text>
                      )}
                    </Table.Td>
                    <Table.Td>
                      <StatusBadge status={status} />
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </Panel>
      <Panel title={t('executions.sources')}>
        <Table.ScrollContainer minWidth={0}>
          <Table aria-label={t('executions.sources')}>
            <Table.Tbody>
              {Object.entries(sources).map(([name, source]) => (
                <Table.Tr key={name}>
                  <Table.Th scope="row">{label('sources.names', name)}</Table.Th>
                  <Table.Td>
                    {label('executions.outcomes', source.outcome)}
                    {source.reason !== undefined && (
                      <Text size="xs" c="dimmed">
                        {label('executions.sourceReasons', source.reason)}
                      </Text>
                    )}
                  </Table.Td>
                  <Table.Td>
                    <Moment at={source.lastConsultation.date} />
                    {source.isReused && (
                      <Badge size="sm" variant="light" color="gray" tt="none" ml="xs">
                        {t('executions.reused')}
                      </Badge>
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
        {Object.keys(attributes).length > 0 && (
          <Facts>
            {Object.entries(attributes).map(([name, { verdict, similarity }]) => (
              <Fact key={name} name={attributeOf(name)}>
                {label('executions.verdicts', verdict)}
                {similarity !== undefined && ` · ${showFraction(similarity)}`}
              </Fact>
            ))}
          </Facts>
        )}
      </Panel>
    </SimpleGrid>
  );
}
