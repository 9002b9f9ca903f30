import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { HeldBack } from '../parts/held-back.tsx';
import { confirmDecision } from './case-requests.ts';
import { BottomBar } from './decision-bar.tsx';
import { useHeldDecisions } from './held-decisions.ts';
import type { CaseDecision, CaseFile } from './types.ts';

/** The answer of a second person to what another one proposed. */
export function ConfirmationBar({
  found,
  decision,
  note: noteField,
  onChange,
}: {
  readonly found: CaseFile;
  readonly decision: CaseDecision;
  /** The field that the key of an answer leads to. */
  readonly note: RefObject<HTMLTextAreaElement | null>;
  readonly onChange: () => Promise<void>;
}) {
  const { t } = useTranslation();
  const { held } = useHeldDecisions();
  const [note, setNote] = useState(held.draftOf(found.id).note);
  const confirm = useMutation({
    mutationFn: confirmDecision,
    onSuccess: async (_answer, { isConfirmed }) => {
      held.tell(found, { ...decision, state: isConfirmed ? 'confirmed' : 'refused' });
      await onChange();
    },
  });
  const answer = (isConfirmed: boolean) =>
    confirm.mutate({ caseId: found.id, decisionId: decision.id, isConfirmed, note: note.trim() });
  return (
    <BottomBar label={t('cases.answer')}>
      <Stack gap="xs">
        <Text size="sm">
          {t('cases.proposedBy', { name: decision.proposedBy.name ?? decision.proposedBy.id ?? '' })}{' '}
          <strong>{t(`cases.outcomes.${decision.outcome}`)}</strong> ·{' '}
          {t(`cases.reasonCodes.${decision.reasonCode}`)}
        </Text>
        <Group gap="xs" align="end">
          <Textarea
            ref={noteField}
            label={t('cases.confirmNote')}
            value={note}
            flex={1}
            miw={240}
            autosize
            minRows={1}
            maxRows={4}
            maxLength={4000}
            onChange={({ currentTarget }) => {
              setNote(currentTarget.value);
              held.keepDraft(found.id, { note: currentTarget.value });
            }}
          />
          <HeldBack missing={note.trim() === '' ? t('cases.noteMissing') : undefined}>
            {(held) => (
              <>
                <Button loading={confirm.isPending} onClick={() => answer(true)} {...held}>
                  {t('cases.confirm')}
                </Button>
                <Button variant="default" loading={confirm.isPending} onClick={() => answer(false)} {...held}>
                  {t('cases.refuse')}
                </Button>
              </>
            )}
          </HeldBack>
        </Group>
        {confirm.error !== null && <ErrorNotice error={confirm.error} onRetry={() => void onChange()} />}
      </Stack>
    </BottomBar>
  );
}
