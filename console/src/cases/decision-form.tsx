import { Alert, Button, Group, Kbd, SegmentedControl, Select, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { Panel } from '../parts/panel.tsx';
import { decideCase } from './case-requests.ts';
import { type CaseFile, type CaseOutcome, outcomes, type ReasonCode, reasonCodesOf } from './types.ts';

/** Approves, reproves, asks for documents or dismisses, with a reason and a note. */
export function DecisionForm({
  found,
  form,
  outcome,
  onOutcome,
  onDecided,
}: {
  readonly found: CaseFile;
  readonly form: RefObject<HTMLFormElement | null>;
  readonly outcome: CaseOutcome | undefined;
  readonly onOutcome: (outcome: CaseOutcome) => void;
  readonly onDecided: () => Promise<void>;
}) {
  const { t } = useTranslation();
  const wanted = outcome ?? 'approve';
  const [reason, setReason] = useState<ReasonCode>();
  const codes: readonly ReasonCode[] = reasonCodesOf[wanted];
  const chosen = reason !== undefined && codes.includes(reason) ? reason : (codes[0] ?? 'other');
  const decide = useMutation({ mutationFn: decideCase, onSuccess: onDecided });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const note = String(new FormData(event.currentTarget).get('note')).trim();
    decide.mutate({ id: found.id, revision: found.revision, outcome: wanted, reasonCode: chosen, note });
  };
  const sendByKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit();
  };
  return (
    <Panel title={t('cases.decide')}>
      <form ref={form} onSubmit={submit}>
        <Stack>
          <SegmentedControl
            aria-label={t('cases.decide')}
            value={wanted}
            onChange={(value) => onOutcome(value as CaseOutcome)}
            data={outcomes.map((value) => ({ value, label: t(`cases.outcomes.${value}`) }))}
            orientation={window.innerWidth < 500 ? 'vertical' : 'horizontal'}
          />
          <Select
            label={t('cases.reasonCode')}
            value={chosen}
            allowDeselect={false}
            onChange={(value) => setReason(codes.find((each) => each === value))}
            data={codes.map((value) => ({ value, label: t(`cases.reasonCodes.${value}`) }))}
          />
          <Textarea
            name="note"
            label={t('cases.note')}
            description={t('cases.noteHint')}
            minRows={2}
            autosize
            maxLength={4000}
            required
            withAsterisk={false}
            onKeyDown={sendByKey}
          />
          <Text size="sm" c="dimmed">
            {t('cases.fourEyesHint')}
          </Text>
          {decide.error !== null && <ErrorNotice error={decide.error} onRetry={() => void onDecided()} />}
          {decide.isSuccess && (
            <Alert color="green" variant="light" role="status">
              {t('cases.recorded')}
            </Alert>
          )}
          <Group>
            <Button
              type="submit"
              color={wanted === 'reprove' ? 'red.8' : undefined}
              loading={decide.isPending}
            >
              {t(`cases.outcomes.${wanted}`)}
              <Kbd ml="xs">Ctrl Enter</Kbd>
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
