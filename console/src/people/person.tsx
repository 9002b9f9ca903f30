import { Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'wouter';
import { answerOf, api } from '../api/client.ts';
import type { components } from '../api/schema.ts';
import { Fact, Facts } from '../parts/facts.tsx';
import { HistoryPanel } from '../parts/history-panel.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { MaskedCpf } from '../parts/masked.tsx';
import { Moment } from '../parts/moment.tsx';
import { Page } from '../parts/page.tsx';
import { Panel } from '../parts/panel.tsx';
import { SourceAnswers } from '../parts/source-answers.tsx';
import { StatusBadge } from '../parts/status-badge.tsx';
import { useValue } from '../parts/use-value.ts';
import { useSession } from '../session/session.ts';
import { Accesses } from './accesses.tsx';
import { PersonActions } from './person-actions.tsx';
import { Portrait } from './person-card.tsx';
import { Timeline } from './timeline.tsx';

type Person = components['schemas']['Person'];

/** A person: what sources said, and everything that happened, newest first. */
export function PersonPage() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const { may } = useSession();
  const person = useQuery({
    queryKey: ['person', id],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/v1/people/{personId}', { params: { path: { personId: id } }, signal })),
  });
  return (
    <Page
      title={person.data?.basicData?.name ?? t('people.one')}
      actions={
        person.data !== undefined && (
          <PersonActions personId={person.data.id} hasCpf={person.data.cpf !== undefined} />
        )
      }
    >
      <Loaded query={person}>
        {(data) => (
          <Stack>
            <Group gap="sm">
              <Portrait personId={data.id} name={data.basicData?.name} />
              <StatusBadge status={data.status} />
              {data.cpf !== undefined && <MaskedCpf cpf={data.cpf} personId={data.id} />}
            </Group>
            <SimpleGrid cols={{ base: 1, md: 2 }}>
              <BasicData person={data} />
              <Sources person={data} />
            </SimpleGrid>
            <Timeline personId={data.id} />
            {may('audit:read') ? (
              <Accesses personId={data.id} />
            ) : (
              <Text size="sm" c="dimmed">
                {t('people.accessesHidden')}
              </Text>
            )}
            <HistoryPanel kind="people" id={data.id} />
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function BasicData({ person: { id, basicData } }: { readonly person: Person }) {
  const { t } = useTranslation();
  const show = useValue();
  return (
    <Panel title={t('people.basicData')}>
      <Facts>
        <Fact name={t('people.name')}>{basicData?.name}</Fact>
        <Fact name={t('people.birthDate')}>
          {basicData?.birthDate && <Moment at={basicData.birthDate} isDay />}
        </Fact>
        <Fact name={t('people.mother')}>{basicData?.motherName}</Fact>
        <Fact name={t('people.father')}>{basicData?.fatherName}</Fact>
        <Fact name={t('profiles.fields.basicData_gender')}>
          {basicData?.gender && show('gender', basicData.gender)}
        </Fact>
        <Fact name={t('people.id')}>
          <span className="number">{id}</span>
        </Fact>
      </Facts>
    </Panel>
  );
}

function Sources({ person: { sources = {} } }: { readonly person: Person }) {
  const { t } = useTranslation();
  return (
    <Panel title={t('people.sources')}>
      <SourceAnswers sources={sources} />
    </Panel>
  );
}
