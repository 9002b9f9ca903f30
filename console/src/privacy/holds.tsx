import { Alert, Button, Group, Stack, Table, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { allOf, answerOf, api } from '../api/client.ts';
import type { components } from '../api/schema.ts';
import { useActorNames } from '../audit/actor-name.tsx';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { CursorTable, useCursorPages } from '../parts/cursor-list.tsx';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { Panel } from '../parts/panel.tsx';
import { ProfileLink } from '../parts/profile-link.tsx';
import { useLabel } from '../parts/use-label.ts';
import { useSession } from '../session/session.ts';

type Hold = components['schemas']['Hold'];

/** The holds of one person, with the form for another one. */
export function HoldsOfPerson({ personId }: { readonly personId: string }) {
  const { t } = useTranslation();
  const { may } = useSession();
  const queries = useQueryClient();
  const holds = useQuery({
    queryKey: ['holds', personId],
    queryFn: ({ signal }) =>
      allOf((query) =>
        api.GET('/v1/people/{personId}/holds', { params: { path: { personId }, query }, signal }),
      ),
  });
  const set = useMutation({
    mutationFn: (body: { reason: string; until?: string }) =>
      answerOf(api.POST('/v1/people/{personId}/holds', { params: { path: { personId } }, body })),
    onSettled: () => queries.invalidateQueries({ queryKey: ['holds'] }),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const given = new FormData(form);
    const until = String(given.get('until') ?? '');
    set.mutate(
      {
        reason: String(given.get('reason')).trim(),
        ...(until === '' ? {} : { until: new Date(until).toISOString() }),
      },
      { onSuccess: () => form.reset() },
    );
  };
  return (
    <Panel title={t('privacy.holds')}>
      <Text size="sm">{t('privacy.holdsHint')}</Text>
      <Loaded query={holds}>
        {({ items }) =>
          items.length === 0 ? (
            <Text c="dimmed">{t('privacy.noHolds')}</Text>
          ) : (
            <Table.ScrollContainer minWidth={0}>
              <Table aria-label={t('privacy.holds')}>
                <Table.Tbody>
                  {items.map((hold) => (
                    <Table.Tr key={hold.id}>
                      <Table.Td style={{ overflowWrap: 'anywhere' }}>{hold.reason}</Table.Td>
                      <Table.Td>
                        <HoldTimes hold={hold} />
                      </Table.Td>
                      <Table.Td>{hold.isStanding && <EndHold hold={hold} />}</Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          )
        }
      </Loaded>
      {may('people:hold') && (
        <form onSubmit={submit}>
          <Stack gap="sm" align="start">
            <Textarea
              name="reason"
              label={t('privacy.reason')}
              required
              minLength={3}
              maxLength={500}
              w={480}
              maw="100%"
            />
            <TextInput name="until" type="datetime-local" label={t('privacy.until')} w={240} />
            <Button type="submit" variant="default" loading={set.isPending}>
              {t('privacy.setHold')}
            </Button>
          </Stack>
        </form>
      )}
      {holds.data?.items.some(({ id, isStanding }) => isStanding && id === set.data?.id) === true && (
        <Alert color="green" variant="light" role="status">
          {t('privacy.holdSet')}
        </Alert>
      )}
      {set.error !== null && <ErrorNotice error={set.error} />}
    </Panel>
  );
}

/** The holds that stand on anybody. */
export function StandingHolds() {
  const { t } = useTranslation();
  const pages = useCursorPages({
    key: ['holds'],
    limit: 50,
    read: (query, signal) => answerOf(api.GET('/v1/holds', { params: { query }, signal })),
  });
  return (
    <Panel title={t('privacy.standing')}>
      <CursorTable
        pages={pages}
        label={t('privacy.standing')}
        empty={t('privacy.noHolds')}
        keyOf={({ id }) => id}
        columns={[
          {
            key: 'person',
            title: t('people.one'),
            cell: ({ personId, name }) => <ProfileLink id={personId} name={name} />,
          },
          { key: 'reason', title: t('privacy.reason'), cell: ({ reason }) => reason },
          { key: 'times', title: t('common.when'), cell: (hold) => <HoldTimes hold={hold} /> },
          { key: 'end', title: t('privacy.actions'), cell: (hold) => <EndHold hold={hold} /> },
        ]}
      />
    </Panel>
  );
}

function HoldTimes({ hold: { setAt, setBy, until, endedAt } }: { readonly hold: Hold }) {
  const { t } = useTranslation();
  const label = useLabel();
  const names = useActorNames();
  return (
    <Text size="sm">
      <Moment at={setAt} /> ·{' '}
      {(setBy.id === undefined ? undefined : names.get(setBy.id)) ?? label('audit.kinds', setBy.kind)}
      {until !== undefined && (
        <>
          {' '}
          · {t('privacy.until')} <Moment at={until} />
        </>
      )}
      {endedAt !== undefined && (
        <>
          {' '}
          · {t('privacy.ended')} <Moment at={endedAt} />
        </>
      )}
    </Text>
  );
}

function EndHold({ hold: { id, personId } }: { readonly hold: Hold }) {
  const { t } = useTranslation();
  const { may } = useSession();
  const queries = useQueryClient();
  const end = useMutation({
    mutationFn: () =>
      answerOf(
        api.DELETE('/v1/people/{personId}/holds/{holdId}', { params: { path: { personId, holdId: id } } }),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: ['holds'] }),
  });
  if (!may('people:hold')) return null;
  return (
    <Group>
      <ConfirmButton
        size="compact-sm"
        variant="default"
        loading={end.isPending}
        label={t('privacy.endHold')}
        question={t('privacy.endHoldQuestion')}
        onConfirm={() => end.mutate()}
      />
      {end.error !== null && <ErrorNotice error={end.error} />}
    </Group>
  );
}
