import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { Moment } from '../parts/moment.tsx';
import { Panel } from '../parts/panel.tsx';
import { sendByKey } from '../parts/send-by-key.ts';
import { useSession } from '../session/session.ts';
import { addComment, isWritten } from './case-requests.ts';
import { useHeldDecisions } from './held-decisions.ts';
import type { CaseFile } from './types.ts';

/** The comments of a case, and a field for a new one. */
export function Comments({
  found,
  field,
  onChange,
}: {
  readonly found: CaseFile;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly onChange: () => Promise<void>;
}) {
  const { t } = useTranslation();
  const { may, account } = useSession();
  const { held } = useHeldDecisions();
  const [text, setText] = useState(held.draftOf(found.id).comment);
  const write = (written: string) => {
    setText(written);
    held.keepDraft(found.id, { comment: written });
  };
  const add = useMutation({
    mutationFn: async ({ isRepeat, ...comment }: { id: string; text: string; isRepeat: boolean }) => {
      // The answer to the first one may have been lost on its way here.
      if (!isRepeat || !(await isWritten(comment, account.id))) await addComment(comment);
    },
    onSuccess: async () => {
      write('');
      await onChange();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (text.trim() === '' || add.isPending) return;
    add.mutate({ id: found.id, text: text.trim(), isRepeat: add.error !== null });
  };
  return (
    <Panel title={t('cases.comments')}>
      <Stack gap="sm">
        {found.comments.length === 0 && <Text c="dimmed">{t('cases.noComments')}</Text>}
        {found.comments.map(({ id, author, at, text }) => (
          <Stack key={id} gap={0}>
            <Text size="sm" c="dimmed">
              {author.name ?? author.id} · <Moment at={at} />
            </Text>
            <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Text>
          </Stack>
        ))}
        {may('cases:write') && (
          <form onSubmit={submit}>
            <Stack gap="xs">
              <Textarea
                ref={field}
                label={t('cases.comment')}
                autosize
                minRows={2}
                maxLength={4000}
                readOnly={add.isPending}
                value={text}
                onChange={({ currentTarget }) => write(currentTarget.value)}
                onKeyDown={sendByKey}
              />
              {add.error !== null && <ErrorNotice error={add.error} />}
              <Group>
                <Button type="submit" variant="default" loading={add.isPending}>
                  {t('cases.addComment')}
                </Button>
              </Group>
            </Stack>
          </form>
        )}
      </Stack>
    </Panel>
  );
}
