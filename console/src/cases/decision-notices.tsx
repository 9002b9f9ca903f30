import { Alert, Anchor, Button, CloseButton, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { type HeldDecision, isUnderWay, useHeldDecisions } from './held-decisions.ts';
import { useNextCase } from './use-next-case.ts';

/** The decisions made last: what becomes of each, its way back while there is one, and the way on. */
export function DecisionNotices() {
  const { decisions } = useHeldDecisions();
  return (
    <Stack className="notices" gap="xs">
      {decisions.map((decision) => (
        <Notice key={`${decision.found.id} ${decision.until}`} decision={decision} />
      ))}
    </Stack>
  );
}

function Notice({ decision }: { readonly decision: HeldDecision }) {
  const { t } = useTranslation();
  const { held } = useHeldDecisions();
  const queries = useQueryClient();
  const [, go] = useLocation();
  const way = useRef<HTMLButtonElement>(null);
  // The form that had the focus is gone.
  useEffect(() => way.current?.focus(), []);
  const next = useNextCase();
  const { found, outcome, reasonCode, state, error } = decision;
  const goBack = async () => {
    held.takeBack(decision);
    await queries.invalidateQueries({ queryKey: ['case', found.id] });
    go(`/cases/${found.id}`);
  };
  const words = (
    <Stack gap={0}>
      <Text size="sm" role="status">
        {t(`cases.held.${state}`)}
      </Text>
      <Text size="sm">
        <Anchor component={Link} href={`/cases/${found.id}`}>
          {t(`cases.kinds.${found.kind}`)}
        </Anchor>{' '}
        · {t(`cases.outcomes.${outcome}`)} · {t(`cases.reasonCodes.${reasonCode}`)}
      </Text>
    </Stack>
  );
  if (state === 'failed') {
    return (
      <Stack gap={4}>
        {words}
        <ErrorNotice error={error ?? new Error()} onRetry={() => void goBack()} />
      </Stack>
    );
  }
  return (
    <Alert color={outcome === 'reprove' ? 'red' : 'green'} variant="light" p="sm">
      <Group justify="space-between" gap="xs">
        {words}
        <Group gap="xs">
          {state === 'held' && (
            <Button variant="default" onClick={() => void goBack()}>
              {t('cases.undo')}
              <Countdown until={decision.until} />
            </Button>
          )}
          <Button ref={way} loading={next.isOnItsWay} onClick={next.claim}>
            {t('cases.next')}
          </Button>
          {!isUnderWay(state) && (
            <CloseButton aria-label={t('common.close')} onClick={() => held.dismiss(decision)} />
          )}
        </Group>
      </Group>
      {next.isNone && <Text role="status">{t('cases.nothingNext')}</Text>}
      {next.error !== null && <ErrorNotice error={next.error} />}
    </Alert>
  );
}

/** The seconds that are left; nobody wants them read out. */
function Countdown({ until }: { readonly until: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  return (
    <Text span inherit ml={6} className="number" aria-hidden>
      {Math.max(0, Math.ceil((until - now) / 1000))}
    </Text>
  );
}
