import { Anchor, Center, Group, Loader, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'wouter';
import { answerOf, api } from '../api/client.ts';
import { useActorNames } from '../audit/actor-name.tsx';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { Fact, Facts } from '../parts/facts.tsx';
import { MaskedCpf } from '../parts/masked.tsx';
import { Moment } from '../parts/moment.tsx';
import { Page } from '../parts/page.tsx';
import { Panel } from '../parts/panel.tsx';
import { Scale } from '../parts/scale.tsx';
import { CopyId, NamedId, ShortId } from '../parts/short-id.tsx';
import { useLabel } from '../parts/use-label.ts';
import { useSession } from '../session/session.ts';
import { LivenessFrames } from './liveness-frames.tsx';
import { type Attempt, Outcome } from './outcome.tsx';
import { AttemptPhotos } from './photos.tsx';
import { Quality } from './quality.tsx';

/** One attempt, with everything it was decided by. */
export function AttemptPage() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const { may } = useSession();
  const names = useActorNames();
  const { data, error, refetch } = useAttempt(id);
  return (
    <Page title={t('attempts.one')}>
      {error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && (
        <Center mih="30vh">
          <Loader aria-label={t('common.loading')} />
        </Center>
      )}
      {data !== undefined && (
        <Stack>
          <Group gap="sm">
            <Outcome attempt={data} />
            <Moment at={data.createdAt} />
          </Group>
          <AttemptPanels attempt={data} />
          <Panel title={t('attempts.request')}>
            <Facts>
              <Fact name={t('attempts.id')}>
                <span className="number">{data.id}</span> <CopyId id={data.id} title={t('attempts.id')} />
              </Fact>
              <Fact name={t('common.cpf')}>
                {data.peopleId && <MaskedCpf cpf={data.peopleId} personId={data.personId} />}
              </Fact>
              <Fact name={t('people.one')}>
                {data.personId !== undefined && may('people:read') && (
                  <>
                    <Anchor component={Link} href={`/people/${data.personId}`}>
                      <ShortId id={data.personId} />
                    </Anchor>{' '}
                    <CopyId id={data.personId} title={t('people.one')} />
                  </>
                )}
              </Fact>
              <Fact name={t('attempts.client')}>
                <NamedId id={data.executionOriginId} name={names.get(data.executionOriginId)} />
              </Fact>
              <Fact name={t('attempts.sourceIp')}>
                <span className="number">{data.sourceIp}</span>
              </Fact>
            </Facts>
          </Panel>
        </Stack>
      )}
    </Page>
  );
}

/** An attempt by its id; its reading is audited for the purpose that is given. */
export function useAttempt(id: string | undefined, purpose?: string) {
  return useQuery({
    queryKey: ['attempt', id, purpose],
    enabled: id !== undefined && id !== '',
    queryFn: async ({ signal }) => {
      return await answerOf(
        api.GET('/v1/face-authentications/{attemptId}', {
          params: { path: { attemptId: id ?? '' } },
          ...(purpose === undefined ? {} : { headers: { 'x-purpose': purpose } }),
          signal,
        }),
      );
    },
  });
}

/** The photos and figures of an attempt. */
export function AttemptPanels({
  attempt,
  purpose,
}: {
  readonly attempt: Attempt;
  readonly purpose?: string;
}) {
  const { t, i18n } = useTranslation();
  const score = new Intl.NumberFormat(i18n.language, { minimumFractionDigits: 4, maximumFractionDigits: 4 });
  const { may } = useSession();
  const label = useLabel();
  const { decision, faceMatch, liveness } = attempt;
  return (
    <>
      <AttemptPhotos attempt={attempt} purpose={purpose} />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Panel title={t('attempts.figures')}>
          {faceMatch !== undefined && (
            <Scale
              name={t('attempts.similarity')}
              value={faceMatch.similarity}
              limit={0.5}
              isReached={faceMatch.isFaceMatch}
            />
          )}
          {liveness !== undefined && (
            <Scale
              name={t('attempts.liveness')}
              value={liveness.probability}
              limit={decision?.livenessThreshold ?? 0.5}
              isReached={liveness.isAlive}
            />
          )}
          {liveness?.challenge === 'not_performed' && (
            <Text size="sm">{t('attempts.challengeNotPerformed')}</Text>
          )}
          {decision !== undefined && (
            <>
              <Text size="sm" c="dimmed">
                {t('attempts.promise', {
                  count: Math.round(1 / decision.falseMatchRate),
                  formatted: new Intl.NumberFormat(i18n.language).format(
                    Math.round(1 / decision.falseMatchRate),
                  ),
                })}
              </Text>
              <Facts>
                <Fact name={t('attempts.score')}>
                  <span className="number">{score.format(decision.score)}</span>
                </Fact>
                <Fact name={t('attempts.scoreLimit')}>
                  <span className="number">{score.format(decision.scoreThreshold)}</span>
                </Fact>
                <Fact name={t('attempts.restsOn')}>
                  {decision.restsOn && label('attempts.bases', decision.restsOn)}
                </Fact>
                <Fact name={t('attempts.cohort')}>{decision.cohort?.people}</Fact>
                <Fact name={t('attempts.references')}>{decision.references}</Fact>
                <Fact name={t('attempts.models')}>
                  {decision.models
                    .map(
                      ({ role, name, version }) =>
                        `${label('system.networkRoles', role)}: ${name} ${version}`,
                    )
                    .join(', ')}
                </Fact>
              </Facts>
            </>
          )}
        </Panel>
        {decision?.quality !== undefined && <Quality quality={decision.quality} />}
      </SimpleGrid>
      {decision?.livenessSessionId !== undefined && may('liveness:read') && (
        <LivenessFrames sessionId={decision.livenessSessionId} purpose={purpose} />
      )}
    </>
  );
}
