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
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { answerOf, api } from '../api/client.ts';
import { showCnpj } from '../companies/show-cnpj.ts';
import { CursorTable, useCursorPages } from '../parts/cursor-list.tsx';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { KeyHelp } from '../parts/key-help.tsx';
import { Moment } from '../parts/moment.tsx';
import { Page } from '../parts/page.tsx';
import { ProfileLink } from '../parts/profile-link.tsx';
import { useKeys } from '../parts/use-keys.ts';
import { useSession } from '../session/session.ts';
import { useFilters } from '../shell/hash-address.ts';
import { BulkAssignment } from './bulk-assignment.tsx';
import { type Case, caseKinds, caseStates } from './types.ts';
import { useNextCase } from './use-next-case.ts';
import { useReasons } from './use-reasons.ts';

/** Filters that people ask for again and again. */
const views = [
  { name: 'open', query: { state: 'open' } },
  { name: 'waiting', query: { waitsFor: 'me' } },
  { name: 'overdue', query: { isOverdue: 'true' } },
  { name: 'confirm', query: { state: 'awaiting_confirmation' } },
] as const;

const usualFilter: Readonly<Record<string, string>> = { state: 'open' };

/** Cases by what they wait for, the most urgent first. */
export function CaseQueue() {
  const { t } = useTranslation();
  const showReasons = useReasons();
  const ageOf = useAge();
  const { may } = useSession();
  const [, go] = useLocation();
  const [asked, setFilter] = useFilters();
  // Without anything in the address: what is open.
  const filter = Object.keys(asked).length === 0 ? usualFilter : asked;
  const view = JSON.stringify(filter);
  const [choice, setChoice] = useState<{ readonly view: string; readonly ids: readonly string[] }>();
  // What is not shown is not handed over.
  const chosen = choice?.view === view ? choice.ids : [];
  const setChosen = (ids: readonly string[]) => setChoice({ view, ids });
  const [position, setPosition] = useState(0);
  const pages = useCursorPages({
    key: ['cases', 'list', filter],
    limit: 50,
    read: (page, signal) => {
      const { all: _all, ...query } = filter;
      return answerOf(api.GET('/v1/cases', { params: { query: { ...query, ...page } as never }, signal }));
    },
  });
  const next = useNextCase();
  const { items } = pages;
  const current = items[Math.min(position, items.length - 1)];
  const mayWork = may('cases:write');
  const choose = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);
  useKeys({
    j: () => setPosition(Math.min(position + 1, items.length - 1)),
    k: () => setPosition(Math.max(position - 1, 0)),
    o: () => current !== undefined && go(`/cases/${current.id}`),
    x: mayWork ? () => current !== undefined && choose(current.id) : undefined,
    n: mayWork ? next.claim : undefined,
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
        const { [name]: _before, all: _all, ...others } = filter;
        const next = value === null ? others : { ...others, [name]: value };
        // An address without filters means the usual ones.
        setFilter(Object.keys(next).length === 0 ? { all: 'true' } : next);
        setPosition(0);
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
              ...(mayWork
                ? ([
                    ['x', t('cases.keys.choose')],
                    ['n', t('cases.keys.next')],
                  ] as const)
                : []),
            ]}
          />
          <Button component={Link} href="/cases/settings" variant="default">
            {t('cases.rules')}
          </Button>
          {mayWork && (
            <Button loading={next.isOnItsWay} onClick={next.claim}>
              {t('cases.next')}
              <Kbd ml="xs">n</Kbd>
            </Button>
          )}
        </>
      }
    >
      <Group gap="xs" role="group" aria-label={t('cases.views')}>
        {views.map(({ name, query }) => (
          <Button
            key={name}
            size="xs"
            variant={JSON.stringify(query) === view ? 'filled' : 'default'}
            aria-pressed={JSON.stringify(query) === view}
            onClick={() => setFilter(query)}
          >
            {t(`cases.view.${name}`)}
          </Button>
        ))}
      </Group>
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
      {next.isNone && <Text role="status">{t('cases.nothingNext')}</Text>}
      {next.error !== null && <ErrorNotice error={next.error} />}
      {mayWork && chosen.length > 0 && (
        <BulkAssignment
          caseIds={chosen}
          onDone={(left) => {
            setChosen(left);
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
                <Anchor component={Link} href={`/cases/${id}`}>
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
              <Group gap="xs">
                {/* The name stands beside them. */}
                {[subject.imageUrl, subject.otherImageUrl].map(
                  (url) =>
                    url !== undefined && (
                      <img
                        key={url}
                        className="thumbnail"
                        src={url}
                        alt=""
                        loading="lazy"
                        referrerPolicy="no-referrer"
                      />
                    ),
                )}
                <Stack gap={0}>
                  <ProfileLink id={subject.personId ?? subject.companyId ?? ''} name={subject.name} />
                  <Text size="sm" className="number number-line">
                    {subject.cpf ?? (subject.cnpj && showCnpj(subject.cnpj))}
                  </Text>
                </Stack>
              </Group>
            ),
          },
          { key: 'state', title: t('cases.state'), cell: ({ state }) => t(`cases.states.${state}`) },
          {
            key: 'reasons',
            title: t('cases.reasons'),
            cell: ({ reasons }) => showReasons(reasons),
          },
          { key: 'waits', title: t('cases.waitsFor'), cell: (found) => <WaitsFor found={found} /> },
          {
            key: 'due',
            title: t('cases.due'),
            cell: ({ dueAt, state }) => (
              <Group gap={6}>
                <Moment at={dueAt} />
                {state !== 'decided' && Date.parse(dueAt) < Date.now() && (
                  <Badge color="red" variant="light" tt="none" radius="sm">
                    {t('cases.overdue')}
                  </Badge>
                )}
              </Group>
            ),
          },
          {
            key: 'age',
            title: t('cases.age'),
            cell: ({ openedAt }) => (
              <time dateTime={openedAt} title={openedAt}>
                {ageOf(openedAt)}
              </time>
            ),
          },
        ]}
      />
    </Page>
  );
}

/** The person that a case waits for; where a decision waits for a second person, also whose it is. */
function WaitsFor({ found: { state, assignee, proposedBy } }: { readonly found: Case }) {
  const { t } = useTranslation();
  const { account } = useSession();
  const nameOf = (one: { readonly id?: string; readonly name?: string }) =>
    one.id === account.id ? t('cases.you') : (one.name ?? t('cases.somebody'));
  if (state === 'decided') return '—';
  if (proposedBy !== undefined) {
    return proposedBy.id === account.id
      ? t('cases.waitsForSecond')
      : t('cases.waitsForYou', { name: nameOf(proposedBy) });
  }
  return assignee === undefined ? t('cases.anybody') : nameOf(assignee);
}

/** The time since a moment in the largest unit that fits, as the language writes it. */
function useAge(): (since: string) => string {
  const { i18n } = useTranslation();
  return (since) => {
    const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(since)) / 60_000));
    const [value, unit] =
      minutes < 60
        ? [minutes, 'minute']
        : minutes < 2_880
          ? [Math.floor(minutes / 60), 'hour']
          : [Math.floor(minutes / 1_440), 'day'];
    return new Intl.NumberFormat(i18n.language, {
      style: 'unit',
      unit: unit as string,
      unitDisplay: 'long',
    }).format(value as number);
  };
}
