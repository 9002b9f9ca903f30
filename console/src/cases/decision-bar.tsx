import { Button, Group, Kbd, Select, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/api-error.ts';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { HeldBack } from '../parts/held-back.tsx';
import { sendByKey } from '../parts/send-by-key.ts';
import { useSession } from '../session/session.ts';
import { assignCase, readCase } from './case-requests.ts';
import { decidingKey, undecided, useHeldDecisions } from './held-decisions.ts';
import { type CaseFile, type CaseOutcome, outcomes, type ReasonCode, reasonCodesOf } from './types.ts';

/** The actions on a case, in view wherever its screen is scrolled to. The page learns its height: see `scroll-padding`. */
export function BottomBar({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      style.setProperty('--bottom-bar-height', `${bar.current?.offsetHeight ?? 0}px`);
    });
    if (bar.current !== null) observer.observe(bar.current);
    return () => {
      observer.disconnect();
      style.removeProperty('--bottom-bar-height');
    };
  }, []);
  return (
    <section ref={bar} className="bottom-bar" aria-label={label}>
      {children}
    </section>
  );
}

/** Approves, reproves, asks for documents or dismisses, with a reason and a note. Nothing is chosen beforehand. */
export function DecisionBar({
  found,
  outcome,
  reason: reasonField,
  onOutcome,
  onChange,
}: {
  readonly found: CaseFile;
  readonly outcome: CaseOutcome | undefined;
  /** The field that follows the choice of an outcome. */
  readonly reason: RefObject<HTMLInputElement | null>;
  readonly onOutcome: (outcome: CaseOutcome) => void;
  readonly onChange: () => Promise<void>;
}) {
  const { t } = useTranslation();
  const { account } = useSession();
  const { held } = useHeldDecisions();
  const [reason, setReason] = useState(held.draftOf(found.id).reasonCode);
  const note = useRef<HTMLTextAreaElement>(null);
  const [hasNote, setHasNote] = useState(held.draftOf(found.id).note.trim() !== '');
  const codes: readonly ReasonCode[] = outcome === undefined ? [] : reasonCodesOf[outcome];
  const chosen = codes.find((each) => each === reason);
  const decide = useMutation({
    mutationKey: decidingKey,
    mutationFn: async (written: string) => {
      if (outcome === undefined || chosen === undefined) return;
      const decision = { outcome, reasonCode: chosen, note: written };
      const isFinal = !found.secondPersonFor.includes(outcome);
      await held.add(isFinal ? await claim(found, account.id, t('cases.takenOver')) : found, decision);
    },
  });
  const missing =
    chosen === undefined ? t('cases.reasonMissing') : hasNote ? undefined : t('cases.noteMissing');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const written = note.current?.value.trim() ?? '';
    if (outcome === undefined || decide.isPending) return;
    const preventScroll = { preventScroll: true };
    if (chosen === undefined) reasonField.current?.focus(preventScroll);
    else if (written === '') note.current?.focus(preventScroll);
    else decide.mutate(written);
  };
  const keep = () => {
    // What was written to answer a proposal stays for a decision while none is chosen.
    const written = note.current?.value ?? held.draftOf(found.id).note;
    setHasNote(written.trim() !== '');
    held.keepDraft(found.id, written === '' ? undecided : { outcome, reasonCode: chosen, note: written });
  };
  useEffect(keep);
  // What was left, or taken back, goes on where it was.
  useEffect(() => {
    if (held.draftOf(found.id).outcome !== undefined) note.current?.focus({ preventScroll: true });
  }, [held, found.id]);
  return (
    <BottomBar label={t('cases.decide')}>
      <form onSubmit={submit}>
        <Stack gap="xs">
          <Group gap="xs" role="group" aria-label={t('cases.decide')}>
            {outcomes.map((value) => (
              <Button
                key={value}
                variant={outcome === value ? 'filled' : 'default'}
                color={value === 'reprove' ? 'red.8' : undefined}
                aria-pressed={outcome === value}
                onClick={() => onOutcome(value)}
              >
                {t(`cases.outcomes.${value}`)}
              </Button>
            ))}
          </Group>
          {outcome !== undefined && (
            <>
              <Group gap="xs" align="end">
                <Select
                  ref={reasonField}
                  key={outcome}
                  label={t('cases.reasonCode')}
                  placeholder={t('cases.chooseReason')}
                  w={{ base: '100%', xs: 280 }}
                  value={chosen ?? null}
                  allowDeselect={false}
                  onChange={(value) => setReason(codes.find((each) => each === value))}
                  data={codes.map((value) => ({ value, label: t(`cases.reasonCodes.${value}`) }))}
                />
                <Textarea
                  ref={note}
                  label={t('cases.note')}
                  defaultValue={held.draftOf(found.id).note}
                  flex={1}
                  miw={{ base: '100%', xs: 240 }}
                  autosize
                  minRows={1}
                  maxRows={4}
                  maxLength={4000}
                  onChange={keep}
                  onKeyDown={sendByKey}
                />
                <HeldBack missing={missing}>
                  {(held) => (
                    <Button
                      type="submit"
                      color={outcome === 'reprove' ? 'red.8' : undefined}
                      loading={decide.isPending}
                      {...held}
                    >
                      {t('cases.record')}
                      <Kbd ml="xs" visibleFrom="sm">
                        Ctrl Enter
                      </Kbd>
                    </Button>
                  )}
                </HeldBack>
              </Group>
              <Text size="sm" c="dimmed">
                {t(found.secondPersonFor.includes(outcome) ? 'cases.forTwo' : 'cases.forOne')}
              </Text>
            </>
          )}
          {decide.error !== null && <ErrorNotice error={decide.error} onRetry={() => void onChange()} />}
        </Stack>
      </form>
    </BottomBar>
  );
}

/** Gives the case to whoever decides it, so that nobody else takes it before the decision is with the service. */
async function claim(found: CaseFile, accountId: string, reason: string): Promise<CaseFile> {
  if (found.assignee?.id === accountId) return found;
  // Before anything is taken from whoever has it since.
  if ((await readCase(found.id)).revision !== found.revision)
    throw new ApiError(409, { code: 'case_changed' });
  const { revision } = await assignCase(found.id, accountId, reason);
  if (revision !== found.revision + 1) throw new ApiError(409, { code: 'case_changed' });
  return { ...found, revision };
}
