import {
  Anchor,
  Badge,
  Button,
  Checkbox,
  Group,
  Kbd,
  Select,
  Stack,
  Text,
  VisuallyHidden,
} from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type MouseEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { ApiError } from '../api/api-error.ts';
import { answerOf, api } from '../api/client.ts';
import { showCnpj } from '../companies/show-cnpj.ts';
import { CursorTable, useCursorPages } from '../parts/cursor-list.tsx';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { KeyHelp } from '../parts/key-help.tsx';
import { Moment } from '../parts/moment.tsx';
import { Page } from '../parts/page.tsx';
import { useKeys } from '../parts/use-keys.ts';
import { useSession } from '../session/session.ts';
import { BulkAssignment } from './bulk-assignment.tsx';
import { nextCase } from './case-requests.ts';
import { SubjectLink } from './case-subject.tsx';
import { caseKinds, caseStates } from './types.ts';
import { useReasons } from './use-reasons.ts';

/** Cases by what they wait for, the most urgent first. */
export function CaseQueue() {
  const { t } = useTranslation();
  const showReasons = useReasons();
  const { may, account } = useSession();
  const [, go] = useLocation();
  const [filter, setFilter] = useState<Readonly<Record<string, string>>>({ state: 'OPEN' });
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [position, setPosition] = useState(0);
  const pages = useCursorPages({
    key: ['cases', filter],
    limit: 50,
    read: (page, signal) =>
      answerOf(api.GET('/v1/cases', { params: { query: { ...filter, ...page } as never }, signal })),
  });
  const next = useMutation({
    mutationFn: nextCase,
    onSuccess: (id) => id !== undefined && go(`/cases/${id}`),
  });
  const { items } = pages;
  const current = items[Math.min(position, items.length - 1)];
  const mayWork = may('cases:write');
  const choose = (id: string) =>
    setChosen((now) => (now.includes(id) ? now.filter((each) => each !== id) : [...now, id]));
  useKeys({
    j: () => setPosition(Math.min(position + 1, items.length - 1)),
    k: () => setPosition(Math.max(position - 1, 0)),
    o: () => current !== undefined && go(`/cases/${current.id}`),
    x: mayWork ? () => current !== undefined && choose(current.id) : undefined,
    n: mayWork ? () => next.mutate() : undefined,
  });
  const select = (name: string, data: { value: string; label: string }[]) => (
    <Select
      key={name}
      label={t(`cases.${name as 'state'}`)}
      w={220}
      value={filter[name] ?? null}
      data={data}
      clearable
      clearButtonProps={{ 'aria-label': t('common.clear') }}
      onChange={(value) => {
        const { [name]: _before, ...others } = filter;
        setFilter(value === null ? others : { ...others, [name]: value });
        setPosition(0);
        setChosen([]);
      }}
    />
  );
  return (
    <Page
      title={t('shell.sections.cases')}
      actions={
        <>
          <KeyHelp
            keys={[
              ['j', t('cases.keys.down')],
              ['k', t('cases.keys.up')],
              ['o', t('cases.keys.open')],
              ['x', t('cases.keys.choose')],
              ['n', t('cases.keys.next')],
            ]}
          />
          <Button component={Link} href="/cases/settings" variant="default">
            {t('cases.rules')}
          </Button>
          {mayWork && (
            <Button loading={next.isPending} onClick={() => next.mutate()}>
              {t('cases.next')}
              <Kbd ml="xs">n</Kbd>
            </Button>
          )}
        </>
      }
    >
      <Group align="end" gap="sm">
        {select(
          'state',
          caseStates.map((value) => ({ value, label: t(`cases.states.${value}`) })),
        )}
        {select(
          'kind',
          caseKinds.map((value) => ({ value, label: t(`cases.kinds.${value}`) })),
        )}
        {select('assignee', [
          { value: 'me', label: t('cases.mine') },
          { value: 'none', label: t('cases.nobody') },
        ])}
      </Group>
      {next.isSuccess && next.data === undefined && <Text role="status">{t('cases.nothingNext')}</Text>}
      {next.error !== null && !(next.error instanceof ApiError && next.error.status === 401) && (
        <ErrorNotice error={next.error} />
      )}
      {mayWork && chosen.length > 0 && (
        <BulkAssignment
          caseIds={chosen}
          onDone={() => {
            setChosen([]);
            pages.reload();
          }}
        />
      )}
      <CursorTable
        pages={pages}
        label={t('shell.sections.cases')}
        empty={t('cases.none')}
        keyOf={({ id }) => id}
        currentKey={current?.id}
        onOpen={({ id }) => go(`/cases/${id}`)}
        columns={[
          ...(mayWork
            ? [
                {
                  key: 'choose',
                  title: <VisuallyHidden>{t('cases.choose')}</VisuallyHidden>,
                  cell: ({ id }: { id: string }) => (
                    <Checkbox
                      aria-label={t('cases.chooseOne', { id })}
                      checked={chosen.includes(id)}
                      onClick={(event: MouseEvent) => event.stopPropagation()}
                      onChange={() => choose(id)}
                    />
                  ),
                },
              ]
            : []),
          {
            key: 'kind',
            title: t('cases.kind'),
            cell: ({ id, kind, isEscalated }) => (
              <Group gap={6}>
                <Anchor
                  component={Link}
                  href={`/cases/${id}`}
                  onClick={(event: MouseEvent) => event.stopPropagation()}
                >
                  {t(`cases.kinds.${kind}`)}
                </Anchor>
                {isEscalated && (
                  <Badge color="red" variant="light" tt="none">
                    {t('cases.escalated')}
                  </Badge>
                )}
              </Group>
            ),
          },
          {
            key: 'subject',
            title: t('cases.subject'),
            cell: ({ subject }) => (
              <Stack gap={0}>
                <SubjectLink subject={subject} />
                <Text size="sm" className="number number-line">
                  {subject.cpf ?? (subject.cnpj && showCnpj(subject.cnpj))}
                </Text>
              </Stack>
            ),
          },
          { key: 'state', title: t('cases.state'), cell: ({ state }) => t(`cases.states.${state}`) },
          {
            key: 'reasons',
            title: t('cases.reasons'),
            cell: ({ reasons }) => showReasons(reasons),
          },
          {
            key: 'assignee',
            title: t('cases.assignee'),
            cell: ({ assignee }) =>
              assignee === undefined
                ? '—'
                : assignee.id === account.id
                  ? t('cases.you')
                  : (assignee.name ?? assignee.id),
          },
          { key: 'due', title: t('cases.due'), cell: ({ dueAt }) => <Moment at={dueAt} /> },
          { key: 'opened', title: t('cases.opened'), cell: ({ openedAt }) => <Moment at={openedAt} /> },
        ]}
      />
    </Page>
  );
}
