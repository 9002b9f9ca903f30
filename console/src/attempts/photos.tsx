import { Group, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answerOf, api } from '../api/client.ts';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { Panel } from '../parts/panel.tsx';
import { PhotoPair } from '../parts/photo-pair.tsx';
import type { Attempt } from './outcome.tsx';

/** Both photos of an attempt, and where the networks see the faces when somebody asks for it. */
export function AttemptPhotos({
  attempt,
  purpose,
}: {
  readonly attempt: Attempt;
  readonly purpose: string | undefined;
}) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  const landmarks = useQuery({
    queryKey: ['landmarks', attempt.id, purpose],
    enabled: isShown,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/v1/face-authentications/{attemptId}/landmarks', {
          params: { path: { attemptId: attempt.id } },
          ...(purpose === undefined ? {} : { headers: { 'x-purpose': purpose } }),
          signal,
        }),
      ),
  });
  const points = isShown ? landmarks.data : undefined;
  const missing = points !== undefined && points.registered === undefined && points.received === undefined;
  return (
    <Panel title={t('attempts.photos')}>
      <Stack gap="xs">
        <PhotoPair
          photos={[
            {
              title: t('attempts.registered'),
              url: attempt.registeredImageUrl,
              landmarks: points?.registered,
            },
            { title: t('attempts.received'), url: attempt.receivedImageUrl, landmarks: points?.received },
          ]}
        />
        <Group gap="sm">
          <Switch
            label={t('attempts.landmarks')}
            checked={isShown}
            onChange={({ currentTarget }) => setShown(currentTarget.checked)}
          />
          {isShown && landmarks.isPending && <Text size="sm">{t('common.loading')}</Text>}
          {missing && <Text size="sm">{t('attempts.noLandmarks')}</Text>}
        </Group>
        {isShown && landmarks.error !== null && (
          <ErrorNotice error={landmarks.error} onRetry={() => void landmarks.refetch()} />
        )}
      </Stack>
    </Panel>
  );
}
