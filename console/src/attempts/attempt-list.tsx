import { Anchor, Button, Group, Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { answerOf, api } from '../api/client.ts';
import { useActorNames } from '../audit/actor-name.tsx';
import { ClientSelect } from '../clients/client-select.tsx';
import { CursorTable, useCursorPages } from '../parts/cursor-list.tsx';
import { MaskedCpf } from '../parts/masked.tsx';
import { Moment } from '../parts/moment.tsx';
import { Page } from '../parts/page.tsx';
import { PeriodFields } from '../parts/period-fields.tsx';
import { NamedId } from '../parts/short-id.tsx';
import { useTypedCriteria } from '../parts/use-entry-state.ts';
import { useFraction } from '../parts/use-fraction.ts';
import { Outcome } from './outcome.tsx';

type Filter = {
  readonly cpf?: string;
  readonly clientId?: string;
  readonly from?: string;
  readonly to?: string;
  readonly isMatch?: boolean;
};

type Typed = Readonly<Record<string, string>>;

/** Attempts, newest first, by person, client, time and outcome. */
export function AttemptList() {
  const { t } = useTranslation();
  const [, go] = useLocation();
  const showFraction = useFraction();
  const names = useActorNames();
  const { typed, submit } = useTypedCriteria('attempts');
  const { cpf, ...filter } = readFilter(typed);
  const pages = useCursorPages({
    key: ['attempts', filter, cpf],
    limit: 50,
    read: (page, signal) =>
      answerOf(
        api.GET('/v1/face-authentications', {
          params: {
            query: { ...filter, ...page },
            ...(cpf === undefined ? {} : { header: { 'x-people-id': cpf } }),
          },
          signal,
        }),
      ),
  });
  return (
    <Page title={t('shell.sections.attempts')}>
      <form onSubmit={submit}>
        <Group align="end" gap="sm">
          <TextInput
            name="cpf"
            label={t('common.cpf')}
            defaultValue={typed.cpf ?? ''}
            w={160}
            inputMode="numeric"
            autoComplete="off"
          />
          <ClientSelect defaultValue={typed.clientId ?? ''} />
          <PeriodFields typed={typed} />
          <Select
            name="isMatch"
            defaultValue={typed.isMatch || null}
            label={t('attempts.outcome')}
            w={160}
            clearable
            clearButtonProps={{ 'aria-label': t('common.clear') }}
            data={[
              { value: 'true', label: t('attempts.matched') },
              { value: 'false', label: t('attempts.refused') },
            ]}
          />
          <Button type="submit">{t('common.filter')}</Button>
        </Group>
      </form>
      <CursorTable
        pages={pages}
        label={t('shell.sections.attempts')}
        empty={t('attempts.none')}
        keyOf={({ id }) => id}
        onOpen={({ id }) => go(`/attempts/${id}`)}
        columns={[
          {
            key: 'at',
            title: t('common.when'),
            cell: ({ id, createdAt }) => (
              <Anchor component={Link} href={`/attempts/${id}`}>
                <Moment at={createdAt} />
              </Anchor>
            ),
          },
          {
            key: 'person',
            title: t('common.cpf'),
            cell: ({ peopleId, personId }) =>
              peopleId === undefined ? '—' : <MaskedCpf cpf={peopleId} personId={personId} />,
          },
          { key: 'outcome', title: t('attempts.outcome'), cell: (attempt) => <Outcome attempt={attempt} /> },
          {
            key: 'similarity',
            title: t('attempts.similarity'),
            cell: ({ faceMatch }) => <span className="number">{showFraction(faceMatch?.similarity)}</span>,
          },
          {
            key: 'liveness',
            title: t('attempts.liveness'),
            cell: ({ liveness }) => <span className="number">{showFraction(liveness?.probability)}</span>,
          },
          {
            key: 'client',
            title: t('attempts.client'),
            cell: ({ executionOriginId }) => (
              <NamedId id={executionOriginId} name={names.get(executionOriginId)} />
            ),
          },
        ]}
      />
    </Page>
  );
}

/** The criteria of what was typed, as the service takes them. */
function readFilter(typed: Typed): Filter {
  const text = (name: string) => typed[name]?.trim() || undefined;
  const moment = (name: string) => {
    const value = text(name);
    return value === undefined ? undefined : new Date(value).toISOString();
  };
  const isMatch = text('isMatch');
  const given = {
    cpf: text('cpf')?.replaceAll(/\D/g, ''),
    clientId: text('clientId'),
    from: moment('from'),
    to: moment('to'),
    isMatch: isMatch === undefined ? undefined : isMatch === 'true',
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
