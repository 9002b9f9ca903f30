import { Anchor, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { answerOf, api } from '../api/client.ts';
import { Outcome } from '../attempts/outcome.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { Panel } from '../parts/panel.tsx';
import { PhotoPair } from '../parts/photo-pair.tsx';
import { useFraction } from '../parts/use-fraction.ts';
import { useSession } from '../session/session.ts';
import type { CaseFile } from './types.ts';

/** Earlier attempts of the person, linked cases, attachments. */
export function CaseMore({ found: { subject, links, attachments } }: { readonly found: CaseFile }) {
  const { t } = useTranslation();
  const { may } = useSession();
  return (
    <>
      {subject.personId !== undefined && may('attempts:read') && <Attempts personId={subject.personId} />}
      {links.length > 0 && (
        <Panel title={t('cases.links')}>
          <Stack gap={4}>
            {links.map(({ id, kind, state, openedAt }) => (
              <Group key={id} gap="sm">
                <Anchor component={Link} href={`/cases/${id}`}>
                  {t(`cases.kinds.${kind}`)}
                </Anchor>
                <Text size="sm">{t(`cases.states.${state}`)}</Text>
                <Moment at={openedAt} />
              </Group>
            ))}
          </Stack>
        </Panel>
      )}
      {attachments.length > 0 && (
        <Panel title={t('cases.attachments')}>
          <PhotoPair
            photos={attachments.map(({ imageUrl }, index) => ({
              title: `${t('cases.attachment')} ${index + 1}`,
              url: imageUrl,
            }))}
          />
        </Panel>
      )}
    </>
  );
}

const mostAttempts = 10;

function Attempts({ personId }: { readonly personId: string }) {
  const { t } = useTranslation();
  const showFraction = useFraction();
  const attempts = useQuery({
    queryKey: ['attempts-of', personId],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/v1/face-authentications', { params: { query: { personId, limit: mostAttempts } }, signal }),
      ),
  });
  return (
    <Panel title={t('cases.attempts')}>
      <Loaded query={attempts}>
        {({ items }) => (
          <Stack gap={4}>
            {items.length === 0 && <Text c="dimmed">{t('attempts.noneOfPerson')}</Text>}
            {items.map((attempt) => (
              <Group key={attempt.id} gap="sm">
                <Anchor component={Link} href={`/attempts/${attempt.id}`}>
                  <Moment at={attempt.createdAt} />
                </Anchor>
                <Outcome attempt={attempt} />
                <Text size="sm" className="number">
                  {showFraction(attempt.faceMatch?.similarity)}
                </Text>
              </Group>
            ))}
          </Stack>
        )}
      </Loaded>
      <Text size="sm" c="dimmed">
        {t('people.limit', { limit: mostAttempts })}
      </Text>
    </Panel>
  );
}
