import { Button, Group, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { answerOf, api } from '../api/client.ts';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { Page } from '../parts/page.tsx';

/** Leads to a person by CPF or id. The CPF stays out of the address of the page. */
export function FindPerson() {
  const { t } = useTranslation();
  const [, go] = useLocation();
  const find = useMutation({
    mutationFn: (personId: string) =>
      answerOf(api.GET('/v1/people/{personId}', { params: { path: { personId } } })),
    onSuccess: ({ id }) => go(`/people/${id}`),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('person')).trim();
    find.mutate(/^[\d.\-\s]+$/.test(text) ? text.replaceAll(/\D/g, '') : text);
  };
  return (
    <Page title={t('shell.sections.people')}>
      <form onSubmit={submit}>
        <Group align="end" gap="sm">
          <TextInput
            name="person"
            label={t('people.cpfOrId')}
            w={340}
            maw="100%"
            required
            withAsterisk={false}
            autoComplete="off"
          />
          <Button type="submit" loading={find.isPending}>
            {t('people.open')}
          </Button>
        </Group>
      </form>
      <Text c="dimmed" size="sm">
        {t('people.audited')}
      </Text>
      {find.error !== null && <ErrorNotice error={find.error} />}
    </Page>
  );
}
