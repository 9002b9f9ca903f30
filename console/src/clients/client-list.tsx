import { Badge, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { allOf, answerOf, api } from '../api/client.ts';
import type { components } from '../api/schema.ts';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { Page } from '../parts/page.tsx';
import { Panel } from '../parts/panel.tsx';
import { ShownOnce } from '../parts/shown-once.tsx';
import { useSession } from '../session/session.ts';
import { ClientRules } from './client-rules.tsx';
import { NewClient } from './new-client.tsx';

type Client = components['schemas']['Client'];
export type Credentials = { readonly clientId: string; readonly clientSecret?: string };

/** Clients of the API: made, given a second secret, revoked. A secret is shown once. */
export function ClientList() {
  const { t } = useTranslation();
  const { may } = useSession();
  const mayMake = may('clients:write');
  /** The service refuses it otherwise: nobody gives or takes a scope that he lacks. */
  const mayChange = ({ scopes, revokedAt }: Client) =>
    mayMake && revokedAt === undefined && scopes.every((scope) => may(scope));
  const queries = useQueryClient();
  const [isOpen, { open, close }] = useDisclosure(false);
  const [shown, setShown] = useState<Credentials>();
  const [ruled, setRuled] = useState<string>();
  const [failure, setFailure] = useState<Error | null>(null);
  const clients = useQuery({
    queryKey: ['clients'],
    queryFn: ({ signal }) => allOf((query) => api.GET('/v1/clients', { params: { query }, signal })),
  });
  const act = useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onMutate: () => setFailure(null),
    onError: setFailure,
    onSettled: () => queries.invalidateQueries({ queryKey: ['clients'] }),
  });
  const path = (clientId: string) => ({ params: { path: { clientId } } });
  const addSecret = (clientId: string) =>
    act.mutate(async () =>
      setShown(await answerOf(api.POST('/v1/clients/{clientId}/secrets', { ...path(clientId), body: {} }))),
    );
  return (
    <Page
      title={t('shell.sections.clients')}
      actions={mayMake && <Button onClick={open}>{t('clients.new')}</Button>}
    >
      <Modal
        opened={isOpen}
        onClose={close}
        title={t('clients.new')}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <NewClient
          onCreated={(credentials) => {
            close();
            setShown(credentials);
            void queries.invalidateQueries({ queryKey: ['clients'] });
          }}
        />
      </Modal>
      {shown?.clientSecret !== undefined && (
        <ShownOnce
          title={t('clients.secret')}
          hint={t('clients.secretOnce')}
          values={[
            ['client_id', shown.clientId],
            ['client_secret', shown.clientSecret],
          ]}
        />
      )}
      {failure !== null && <ErrorNotice error={failure} />}
      <Loaded query={clients}>
        {({ items: all }) => (
          <Stack>
            {all.map((client) => (
              <Panel key={client.id} title={client.name ?? t('clients.nameless')}>
                <ClientFacts client={client} />
                {client.secrets.map(({ id: secretId, createdAt }) => (
                  <Group key={secretId} gap="sm">
                    <Text size="sm">
                      {t('clients.secretOf')} <Moment at={createdAt} />
                    </Text>
                    {mayChange(client) && client.secrets.length > 1 && (
                      <ConfirmButton
                        size="compact-xs"
                        variant="default"
                        label={t('clients.removeSecret')}
                        question={t('clients.removeSecretQuestion')}
                        onConfirm={() =>
                          act.mutate(() =>
                            answerOf(
                              api.DELETE('/v1/clients/{clientId}/secrets/{secretId}', {
                                params: { path: { clientId: client.id, secretId } },
                              }),
                            ),
                          )
                        }
                      />
                    )}
                  </Group>
                ))}
                {mayChange(client) && (
                  <Group gap="xs">
                    {client.secrets.length === 1 && (
                      <Button
                        size="xs"
                        variant="default"
                        loading={act.isPending}
                        onClick={() => addSecret(client.id)}
                      >
                        {t('clients.addSecret')}
                      </Button>
                    )}
                    <Button
                      size="xs"
                      variant="default"
                      aria-expanded={ruled === client.id}
                      onClick={() => setRuled(ruled === client.id ? undefined : client.id)}
                    >
                      {t('clients.rules')}
                    </Button>
                    <ConfirmButton
                      size="xs"
                      variant="default"
                      label={t('clients.revoke')}
                      question={t('clients.revokeQuestion')}
                      onConfirm={() =>
                        act.mutate(() => answerOf(api.DELETE('/v1/clients/{clientId}', path(client.id))))
                      }
                    />
                  </Group>
                )}
                {ruled === client.id && mayChange(client) && (
                  <ClientRules
                    client={client}
                    onChanged={() => {
                      setRuled(undefined);
                      void queries.invalidateQueries({ queryKey: ['clients'] });
                    }}
                  />
                )}
              </Panel>
            ))}
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function ClientFacts({ client }: { readonly client: Client }) {
  const { t } = useTranslation();
  return (
    <>
      <Group gap="xs">
        <Badge variant="light" color="gray" tt="none">
          {t(`clients.${client.product}`)}
        </Badge>
        {client.revokedAt !== undefined && (
          <Badge variant="light" color="red" tt="none">
            {t('clients.revoked')}
          </Badge>
        )}
        <Text size="sm" className="number">
          {client.id}
        </Text>
        <Text size="sm" c="dimmed">
          <Moment at={client.createdAt} />
        </Text>
      </Group>
      <Text size="sm" className="number">
        {client.scopes.join(' ')}
      </Text>
      {(['authentication', 'registration'] as const).map((use) => {
        const demand = client.livenessRequired[use];
        return (
          demand !== undefined && (
            <Text key={use} size="sm">
              {t(`clients.demand.${use}`)}: {t(`clients.demand.${demand}`)}
            </Text>
          )
        );
      })}
      {client.captureOrigins.length > 0 && (
        <Text size="sm" className="number">
          {t('clients.captureOrigins')}: {client.captureOrigins.join(' ')}
        </Text>
      )}
      {client.redirectUrls.length > 0 && (
        <Text size="sm" className="number">
          {t('clients.redirectUrls')}: {client.redirectUrls.join(' ')}
        </Text>
      )}
    </>
  );
}
