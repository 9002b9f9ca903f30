import { Badge, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Moment } from '../parts/moment.tsx';
import { Panel } from '../parts/panel.tsx';
import { useSession } from '../session/session.ts';
import type { CaseDecision, CaseFile } from './types.ts';

/** The decisions and proposals of a case. */
export function Decisions({ found }: { readonly found: CaseFile }) {
  const { t } = useTranslation();
  if (found.decisions.length === 0) return null;
  return (
    <Panel title={t('cases.decisions')}>
      <Stack>
        {found.decisions.map((decision) => (
          <Decision key={decision.id} decision={decision} />
        ))}
      </Stack>
    </Panel>
  );
}

function Decision({ decision }: { readonly decision: CaseDecision }) {
  const { t } = useTranslation();
  const { account } = useSession();
  const isWaiting = stateOf(decision) === 'proposed';
  const isOwn = decision.proposedBy.id === account.id;
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <Badge variant="light" tt="none" radius="sm" color={decision.outcome === 'reprove' ? 'red' : 'green'}>
          {t(`cases.outcomes.${decision.outcome}`)}
        </Badge>
        <Badge variant="light" tt="none" radius="sm" color={isWaiting ? 'yellow' : 'gray'}>
          {t(`cases.decisionStates.${stateOf(decision)}`)}
        </Badge>
        <Text size="sm">
          {decision.proposedBy.name ?? decision.proposedBy.id} · <Moment at={decision.proposedAt} />
        </Text>
      </Group>
      <Text size="sm" fw={600}>
        {t(`cases.reasonCodes.${decision.reasonCode}`)}
      </Text>
      <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {decision.note}
      </Text>
      {decision.confirmation !== undefined && (
        <Text size="sm">
          {t(decision.confirmation.isConfirmed ? 'cases.confirmedBy' : 'cases.refusedBy', {
            name: decision.confirmation.by.name ?? decision.confirmation.by.id ?? '',
          })}{' '}
          · <Moment at={decision.confirmation.at} />
          {decision.confirmation.note !== undefined && ` · ${decision.confirmation.note}`}
        </Text>
      )}
      {decision.withdrawnAt !== undefined && (
        <Text size="sm">
          {t('cases.withdrawn')} · <Moment at={decision.withdrawnAt} />
        </Text>
      )}
      {isWaiting && isOwn && <Text size="sm">{t('cases.waitsForOther')}</Text>}
    </Stack>
  );
}

/** Where a decision stands. */
export function stateOf({ isConfirmationNeeded, withdrawnAt, confirmation }: CaseDecision) {
  if (!isConfirmationNeeded) return 'decided';
  if (withdrawnAt !== undefined) return 'withdrawn';
  if (confirmation === undefined) return 'proposed';
  return confirmation.isConfirmed ? 'confirmed' : 'refused';
}
