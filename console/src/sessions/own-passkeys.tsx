import { Button, Group, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { allOf, answerOf, api } from '../api/client.ts';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { HeldBack } from '../parts/held-back.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { canUsePasskeys, makePasskey } from '../session/passkeys.ts';
import { SignInFailure } from '../session/sign-in-failure.tsx';

/** The own passkeys: add one under a name, and remove one. */
export function OwnPasskeys() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const passkeys = useQuery({
    queryKey: ['passkeys'],
    queryFn: ({ signal }) => allOf((query) => api.GET('/v1/session/passkeys', { params: { query }, signal })),
  });
  const onSettled = () => queries.invalidateQueries({ queryKey: ['passkeys'] });
  const add = useMutation({
    mutationFn: async () => {
      const { challengeId, options } = await answerOf(api.POST('/v1/session/passkeys/options'));
      const passkey = await makePasskey(options);
      return await answerOf(api.POST('/v1/session/passkeys', { body: { challengeId, passkey, name } }));
    },
    onSuccess: () => setName(''),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (passkeyId: string) =>
      answerOf(api.DELETE('/v1/session/passkeys/{passkeyId}', { params: { path: { passkeyId } } })),
    onSettled,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <Stack gap="sm" mt="lg">
      <Title order={2}>{t('session.passkeys')}</Title>
      <Text size="sm">{t('session.passkeysHint')}</Text>
      {add.error !== null && <SignInFailure error={add.error} />}
      {remove.error !== null && <ErrorNotice error={remove.error} />}
      <Loaded query={passkeys}>
        {({ items }) =>
          items.length === 0 ? (
            <Text c="dimmed">{t('session.noPasskeys')}</Text>
          ) : (
            <Table.ScrollContainer minWidth={0} className="raised">
              <Table aria-label={t('session.passkeys')} verticalSpacing="xs">
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{t('session.passkeyLabel')}</Table.Th>
                    <Table.Th>{t('session.passkeyAdded')}</Table.Th>
                    <Table.Th>{t('session.passkeyUsed')}</Table.Th>
                    <Table.Th>{t('accounts.actions')}</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {items.map(({ id, name, createdAt, lastUsedAt }) => {
                    const shown = name === '' ? t('session.passkeyFirst') : name;
                    return (
                      <Table.Tr key={id}>
                        <Table.Td style={{ overflowWrap: 'anywhere' }}>{shown}</Table.Td>
                        <Table.Td data-label={t('session.passkeyAdded')}>
                          <Moment at={createdAt} />
                        </Table.Td>
                        <Table.Td data-label={t('session.passkeyUsed')}>
                          {lastUsedAt === undefined ? t('session.passkeyNever') : <Moment at={lastUsedAt} />}
                        </Table.Td>
                        <Table.Td>
                          <ConfirmButton
                            size="xs"
                            variant="default"
                            label={t('session.removePasskey')}
                            question={t('session.removePasskeyQuestion', { name: shown })}
                            onConfirm={() => remove.mutate(id)}
                          />
                        </Table.Td>
                      </Table.Tr>
                    );
                  })}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          )
        }
      </Loaded>
      {canUsePasskeys() ? (
        <form onSubmit={submit}>
          <Group align="end" gap="sm">
            <TextInput
              label={t('session.passkeyName')}
              value={name}
              maxLength={100}
              required
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <HeldBack missing={name.trim() === '' ? t('session.passkeyNameMissing') : undefined}>
              {(held) => (
                <Button type="submit" loading={add.isPending} {...held}>
                  {t('session.addPasskey')}
                </Button>
              )}
            </HeldBack>
          </Group>
        </form>
      ) : (
        <Text size="sm" c="dimmed">
          {t('session.noPasskeysHere')}
        </Text>
      )}
    </Stack>
  );
}
