import { Anchor, Button, Group, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { answerOf, api } from '../api/client.ts';
import { CursorTable, useCursorPages } from '../parts/cursor-list.tsx';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { Page } from '../parts/page.tsx';
import { readPersonId } from '../parts/read-person-id.ts';
import { hideNames, keepSearchedName, useSearchedName } from '../parts/searched-name.ts';
import { startWay } from '../shell/hash-address.ts';

/** Leads to a person by CPF, id or name. None of them stands in the address of the page. */
export function FindPerson() {
  const searched = useSearchedName();
  return <Search key={searched} searched={searched} />;
}

function Search({ searched }: { readonly searched: string }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(searched);
  const find = useMutation({
    mutationFn: (personId: string) =>
      answerOf(api.GET('/v1/people/{personId}', { params: { path: { personId } } })),
    onMutate: startWay,
    onSuccess: ({ id }, _asked, go) => go(`/people/${id}`),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = readPersonId(typed);
    if (/^(\d+|per_\w+)$/.test(text)) find.mutate(text);
    else keepSearchedName(text);
  };
  return (
    <Page title={t('shell.sections.people')}>
      <form onSubmit={submit}>
        <Group align="end" gap="sm" role="search">
          <TextInput
            label={t('people.cpfIdOrName')}
            w={340}
            maw="100%"
            required
            withAsterisk={false}
            autoComplete="off"
            maxLength={120}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <Button type="submit" loading={find.isPending}>
            {t('people.find')}
          </Button>
        </Group>
      </form>
      <Text c="dimmed" size="sm">
        {t('people.audited')}
      </Text>
      {find.error !== null && <ErrorNotice error={find.error} />}
      {searched !== '' && <Found name={searched} />}
    </Page>
  );
}

/** People whose profile has a name with every word that was typed. */
function Found({ name }: { readonly name: string }) {
  const { t } = useTranslation();
  const [, go] = useLocation();
  const pages = useCursorPages({
    key: ['people', name],
    limit: 20,
    read: (query, signal) =>
      answerOf(api.GET('/v1/people', { params: { query, header: hideNames({ name }) }, signal })),
  });
  return (
    <>
      <CursorTable
        pages={pages}
        label={t('people.found')}
        empty={t('people.notFound')}
        keyOf={({ id }) => id}
        onOpen={({ id }) => go(`/people/${id}`)}
        columns={[
          {
            key: 'name',
            title: t('people.name'),
            cell: ({ id, name: found }) => (
              <Anchor component={Link} href={`/people/${id}`}>
                {found ?? id}
              </Anchor>
            ),
          },
          { key: 'cpf', title: 'CPF', cell: ({ cpf }) => <span className="number">{cpf ?? '—'}</span> },
          { key: 'birthDate', title: t('people.birthDate'), cell: ({ birthDate }) => birthDate ?? '—' },
        ]}
      />
      <Text size="sm">
        {t('people.nameHint')}{' '}
        <Anchor component={Link} href="/companies">
          {t('people.companiesOfName')}
        </Anchor>
      </Text>
    </>
  );
}
