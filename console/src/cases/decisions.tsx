import { Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { Moment } from '../parts/moment.tsx';
import { Panel } from '../parts/panel.tsx';
import { useSession } from '../session/session.ts';
import { confirmDecision } from './case-requests.ts';
import type { CaseDecision, CaseFile } from './types.ts';

/** The decisions and proposals of a case. A second person confirms or refuses a proposal. */
export function Decisions({
  found,
  onChange,
}: {
  readonly found: CaseFile;
  readonly onChange: () => Promise<void>;
}) {
  const { t } = useTranslation();
  if (found.decisions.length === 0) return null;
  return (
    <Panel title={t('cases.decisions')}>
      <Stack>
        {found.decisions.map((decision) => (
          <Decision key={decision.id} caseId={found.id} decision={decision} onChange={onChange} />
        ))}
      </Stack>
    </Panel>
  );
}

function Decision({
  caseId,
  decision,
  onChange,
}: {
  readonly caseId: string;
  readonly decision: CaseDecision;
  readonly onChange: () => Promise<void>;
}) {
  const { t } = useTranslation();
  const { account, may } = useSession();
  const [note, setNote] = useState('');
  const confirm = useMutation({ mutationFn: confirmDecision, onSuccess: onChange });
  const isWaiting = stateOf(decision) === 'proposed';
  const isOwn = decision.proposedBy.id === account.id;
  const answer = (isConfirmed: boolean) =>
    confirm.mutate({ caseId, decisionId: decision.id, isConfirmed, note: note.trim() });
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
      {isWaiting && !isOwn && may('cases:decide') && (
        <Stack gap="xs">
          <TextInput
            label={t('cases.confirmNote')}
            value={note}
            maxLength={4000}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
          />
          <Group gap="xs">
            <Button disabled={note.trim() === ''} loading={confirm.isPending} onClick={() => answer(true)}>
              {t('cases.confirm')}
            </Button>
            <Button
              variant="default"
              disabled={note.trim() === ''}
              loading={confirm.isPending}
              onClick={() => answer(false)}
            >
              {t('cases.refuse')}
            </Button>
          </Group>
          {confirm.error !== null && <ErrorNotice error={confirm.error} />}
        </Stack>
      )}
    </Stack>
  );
}

/** Where a decision stands. */
function stateOf({ needsConfirmation, withdrawnAt, confirmation }: CaseDecision) {
  if (!needsConfirmation) return 'decided';
  if (withdrawnAt !== undefined) return 'withdrawn';
  if (confirmation === undefined) return 'proposed';
  return confirmation.isConfirmed ? 'confirmed' : 'refused';
}
