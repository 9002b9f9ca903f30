import { Badge, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { answerOf, api } from '../api/client.ts';
import type { components } from '../api/schema.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { Panel } from '../parts/panel.tsx';
import { useFraction } from '../parts/use-fraction.ts';
import { useLabel } from '../parts/use-label.ts';

type Step = NonNullable<components['schemas']['LivenessSession']['steps']>[number];

/** The frames of a liveness session by the movements that were asked for; their reading is audited for the purpose. */
export function LivenessFrames({
  sessionId,
  purpose,
}: {
  readonly sessionId: string;
  readonly purpose: string | undefined;
}) {
  const { t } = useTranslation();
  const label = useLabel();
  const showFraction = useFraction();
  const session = useQuery({
    queryKey: ['liveness-session', sessionId, purpose],
    queryFn: async ({ signal }) => {
      return await answerOf(
        api.GET('/v1/liveness-sessions/{sessionId}', {
          params: { path: { sessionId } },
          ...(purpose === undefined ? {} : { headers: { 'x-purpose': purpose } }),
          signal,
        }),
      );
    },
  });
  return (
    <Panel title={t('attempts.frames')}>
      <Loaded query={session}>
        {({ state, verdict, reasons = [], steps = [], upload }) => (
          <Stack>
            <Group gap="sm">
              <Badge variant="light" tt="none" radius="sm" color={state === 'passed' ? 'green' : 'red'}>
                {label('attempts.sessionStates', state)}
              </Badge>
              {verdict !== undefined && (
                <Text size="sm" className="number">
                  {t('attempts.liveness')} {showFraction(verdict.probability)}
                </Text>
              )}
              {verdict?.light !== undefined && (
                <Text size="sm" className="number">
                  {t('attempts.lightFigures', {
                    strength: showFraction(verdict.light.strength),
                    agreement: showFraction(verdict.light.agreement),
                  })}
                </Text>
              )}
              {reasons.length > 0 && (
                <Text size="sm">
                  {reasons.map((reason) => label('attempts.livenessReasons', reason)).join(', ')}
                </Text>
              )}
            </Group>
            {upload !== undefined && (
              <figure className="frame">
                <img src={upload.imageUrl} alt={t('attempts.uploadedPhoto')} referrerPolicy="no-referrer" />
                <figcaption>
                  {t('attempts.uploadedPhoto')} <Moment at={upload.receivedAt} />
                </figcaption>
              </figure>
            )}
            {steps.length === 0 && upload === undefined && <Text c="dimmed">{t('attempts.noFrames')}</Text>}
            <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
              {steps.map((step) => (
                <Frames key={step.number} step={step} />
              ))}
            </SimpleGrid>
          </Stack>
        )}
      </Loaded>
    </Panel>
  );
}

function Frames({
  step: { number, kind, colour, yawDegrees, isFulfilled, frames },
}: {
  readonly step: Step;
}) {
  const { t } = useTranslation();
  const label = useLabel();
  const movement = label('attempts.movements', kind);
  return (
    <Stack gap={4}>
      <Group gap="sm">
        <Text size="sm" fw={600}>
          {number}. {movement}
          {colour !== undefined && `: ${label('attempts.lightColours', colour)}`}
        </Text>
        {isFulfilled !== undefined && (
          <Text size="sm">{t(isFulfilled ? 'attempts.fulfilled' : 'attempts.notFulfilled')}</Text>
        )}
        {yawDegrees !== undefined && (
          <Text size="sm" className="number">
            {t('attempts.yaw')} {Math.round(yawDegrees)}°
          </Text>
        )}
      </Group>
      <SimpleGrid cols={3} spacing="xs">
        {frames.map(({ index, receivedAt, imageUrl }) => (
          <figure key={index} className="frame">
            <img
              src={imageUrl}
              alt={t('attempts.frame', { movement, number: index })}
              referrerPolicy="no-referrer"
            />
            <figcaption>
              <Moment at={receivedAt} />
            </figcaption>
          </figure>
        ))}
      </SimpleGrid>
    </Stack>
  );
}
