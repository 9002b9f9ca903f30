import { Anchor, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { ApiError } from '../api/api-error.ts';
import { allOf, answerOf, api } from '../api/client.ts';
import type { components } from '../api/schema.ts';
import { Fact, Facts } from '../parts/facts.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { Panel } from '../parts/panel.tsx';
import { PhotoPair } from '../parts/photo-pair.tsx';
import { Scale } from '../parts/scale.tsx';
import { ShortId } from '../parts/short-id.tsx';
import { StatusBadge } from '../parts/status-badge.tsx';
import type { CaseFile } from './types.ts';

type LookAlike = components['schemas']['CaseDuplicate'];

/** The person of the case beside each who may be the same: photos zoomed together, likeness, data of both. */
export function Duplicates({ found: { id } }: { readonly found: CaseFile }) {
  const { t } = useTranslation();
  const duplicates = useQuery({
    queryKey: ['duplicates', id],
    queryFn: ({ signal }) =>
      allOf((query) =>
        api.GET('/v1/cases/{caseId}/duplicates', { params: { path: { caseId: id }, query }, signal }),
      ),
  });
  return (
    <Loaded query={duplicates}>
      {({ items: [own, ...others] }) =>
        own === undefined
          ? null
          : others.map((other) => (
              <Panel key={other.personId} title={t('cases.duplicate')}>
                <Pair caseId={id} own={own} other={other} />
              </Panel>
            ))
      }
    </Loaded>
  );
}

function Pair({
  caseId,
  own,
  other,
}: {
  readonly caseId: string;
  readonly own: LookAlike;
  readonly other: LookAlike;
}) {
  const { t } = useTranslation();
  return (
    <Stack>
      <PhotoPair
        photos={[
          { title: t('cases.thisPerson'), url: own.photos[0]?.imageUrl },
          { title: t('cases.otherPerson'), url: other.photos[0]?.imageUrl },
        ]}
      />
      {other.similarity !== undefined && (
        <Scale
          name={t('attempts.similarity')}
          value={other.similarity}
          limit={0.5}
          isReached={other.similarity >= 0.5}
        />
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Data caseId={caseId} person={own} />
        <Data caseId={caseId} person={other} />
      </SimpleGrid>
    </Stack>
  );
}

/** The known facts about a person; nothing but the photo when no source was ever asked. */
function Data({
  caseId,
  person: { personId, photos },
}: {
  readonly caseId: string;
  readonly person: LookAlike;
}) {
  const { t } = useTranslation();
  const person = useQuery({
    queryKey: ['person', personId, caseId],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/v1/people/{personId}', {
          params: { path: { personId } },
          headers: { 'x-purpose': `case ${caseId}` },
          signal,
        }),
      ).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }),
  });
  const { name, birthDate, motherName } = person.data?.basicData ?? {};
  return (
    <Stack gap={4}>
      <Group gap="sm">
        <Anchor component={Link} href={`/people/${personId}`}>
          <ShortId id={personId} />
        </Anchor>
        {person.data?.status !== undefined && <StatusBadge status={person.data.status} />}
      </Group>
      <Facts>
        <Fact name={t('people.name')}>{name}</Fact>
        <Fact name={t('people.birthDate')}>{birthDate && <Moment at={birthDate} isDay />}</Fact>
        <Fact name={t('people.mother')}>{motherName}</Fact>
        <Fact name={t('cases.registeredAt')}>
          {photos[0] !== undefined && <Moment at={photos[0].registeredAt} />}
        </Fact>
        <Fact name={t('cases.photosKept')}>{photos.length}</Fact>
      </Facts>
      {person.data === null && (
        <Text size="sm" c="dimmed">
          {t('cases.noProfile')}
        </Text>
      )}
    </Stack>
  );
}
