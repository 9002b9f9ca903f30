import { Anchor, Center, Group, List, Loader, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'wouter';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { Fact, Facts } from '../parts/facts.tsx';
import { HistoryPanel } from '../parts/history-panel.tsx';
import { Moment } from '../parts/moment.tsx';
import { Page } from '../parts/page.tsx';
import { Panel } from '../parts/panel.tsx';
import { StatusBadge } from '../parts/status-badge.tsx';
import { useValue } from '../parts/use-value.ts';
import { type Company, companyQuery } from './read-company.ts';
import { showCnpj } from './show-cnpj.ts';

const PartnerGraph = lazy(async () => ({ default: (await import('./partner-graph.tsx')).PartnerGraph }));

/** A company: its record of the registry, its partners as a graph, its executions, what changed. */
export function CompanyPage() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(companyQuery(id));
  const title = data?.basicData?.officialName ?? data?.sources?.pjData?.data.officialName;
  return (
    <Page title={title ?? t('companies.one')}>
      {error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && (
        <Center mih="30vh">
          <Loader aria-label={t('common.loading')} />
        </Center>
      )}
      {data !== undefined && (
        <>
          <Group gap="sm">
            <StatusBadge status={data.status} />
            <Text className="number">{showCnpj(data.cnpj)}</Text>
          </Group>
          <Record company={data} />
          <Panel title={t('companies.partners')}>
            <Suspense fallback={<Loader aria-label={t('common.loading')} />}>
              <PartnerGraph key={data.cnpj} company={data} />
            </Suspense>
          </Panel>
          <Panel title={t('companies.executions')}>
            {data.executions.length === 0 ? (
              <Text c="dimmed">{t('companies.noExecutions')}</Text>
            ) : (
              <Stack gap={4}>
                {data.executions.map(({ executionId, lastUpdate }) => (
                  <Anchor key={executionId} component={Link} href={`/executions/${executionId}`}>
                    <Moment at={lastUpdate} />
                  </Anchor>
                ))}
              </Stack>
            )}
          </Panel>
          <HistoryPanel kind="companies" id={id} />
        </>
      )}
    </Page>
  );
}

function Record({ company }: { readonly company: Company }) {
  const { t } = useTranslation();
  const record = company.sources?.pjData?.data;
  const basic = company.basicData;
  const address = record?.address;
  const show = useValue();
  const coded = (value: { readonly code?: string; readonly description?: string } | undefined) =>
    value && [value.code, value.description].filter(Boolean).join(' - ');
  const others = record?.secondaryActivities ?? basic?.secondaryActivities ?? [];
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <Panel title={t('companies.record')}>
        <Facts>
          <Fact name={t('companies.fantasyName')}>{basic?.fantasyName ?? record?.fantasyName}</Fact>
          <Fact name={t('companies.status')}>{basic?.status ?? record?.status.description}</Fact>
          <Fact name={t('companies.opened')}>
            <Moment at={basic?.openingDate ?? record?.openingDate} isDay />
          </Fact>
          <Fact name={t('companies.legalNature')}>{basic?.legalNature ?? coded(record?.legalNature)}</Fact>
          <Fact name={t('companies.size')}>{basic?.companySize ?? record?.companySize?.description}</Fact>
          <Fact name={t('companies.capital')}>{record?.jointStock?.formatted ?? basic?.jointStock}</Fact>
          <Fact name={t('companies.activity')}>{basic?.mainActivity ?? coded(record?.mainActivity)}</Fact>
          <Fact name={t('companies.secondary')}>
            {others.length > 0 && (
              <List size="sm" listStyleType="none">
                {others.map((activity) => (
                  <List.Item key={activity.code}>{coded(activity)}</List.Item>
                ))}
              </List>
            )}
          </Fact>
          <Fact name={t('companies.dataMonth')}>{record?.dataMonth}</Fact>
        </Facts>
      </Panel>
      <Panel title={t('companies.contact')}>
        <Facts>
          <Fact name={t('companies.address')}>
            {[address?.streetType, address?.street, address?.number, address?.complement]
              .filter(Boolean)
              .join(' ')}
          </Fact>
          <Fact name={t('companies.district')}>{address?.district}</Fact>
          <Fact name={t('companies.city')}>
            {[address?.city?.name ?? address?.foreignCity, address?.state].filter(Boolean).join(' · ')}
          </Fact>
          <Fact name={t('companies.postalCode')}>{show('postalCode', address?.postalCode)}</Fact>
          <Fact name={t('companies.email')}>{basic?.companyEmail ?? record?.contacts?.email}</Fact>
          <Fact name={t('companies.phone')}>
            {basic?.phoneNumber ?? record?.contacts?.phones?.join(', ')}
          </Fact>
          <Fact name={t('companies.simples')}>
            {company.sources?.pjSimples?.data.simples?.isOptant === undefined
              ? undefined
              : t(company.sources.pjSimples.data.simples?.isOptant ? 'common.yes' : 'common.no')}
          </Fact>
        </Facts>
      </Panel>
    </SimpleGrid>
  );
}
