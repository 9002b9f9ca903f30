import { Anchor, Badge, List } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { allOf, answerOf, api } from '../api/client.ts';
import { Panel } from '../parts/panel.tsx';
import { readFigures } from './read-figures.ts';

/** The first steps of an administrator, each by what the service has now; nothing once all are done. */
export function FirstSteps() {
  const { t } = useTranslation();
  const { data: steps } = useQuery({
    queryKey: ['first-steps'],
    queryFn: async ({ signal }) => {
      const [accounts, clients, attempts, sources, metrics] = await Promise.all([
        allOf((query) => api.GET('/v1/accounts', { params: { query }, signal })),
        answerOf(api.GET('/v1/clients', { params: { query: { limit: 2 } }, signal })),
        answerOf(api.GET('/v1/face-authentications', { params: { query: { limit: 1 } }, signal })),
        allOf((query) => api.GET('/v1/sources', { params: { query }, signal })),
        answerOf(api.GET('/metrics', { signal, parseAs: 'text' })),
      ]);
      return [
        [
          'administrator',
          '/accounts',
          accounts.items.filter(({ role }) => role === 'administrator').length > 1,
        ],
        // The start makes one for the administrator.
        ['client', '/clients', clients.items.length > 1],
        ['attempt', '/trial', attempts.items.length > 0],
        [
          'list',
          '/sources',
          sources.items.some(({ kind, importedAt }) => kind === 'list' && importedAt !== undefined),
        ],
        ['backup', undefined, readFigures(metrics).some(({ name }) => name === 'confere_backup_age_seconds')],
      ] as const;
    },
  });
  if (steps === undefined || steps.every(([, , isDone]) => isDone)) return null;
  return (
    <Panel title={t('system.steps.title')}>
      <List listStyleType="none" spacing="xs">
        {steps.map(([name, path, isDone]) => (
          <List.Item key={name}>
            <Badge variant="light" tt="none" color={isDone ? 'green' : 'gray'} mr="xs">
              {t(isDone ? 'system.steps.done' : 'system.steps.open')}
            </Badge>
            {path === undefined ? (
              t(`system.steps.${name}`)
            ) : (
              <Anchor component={Link} href={path}>
                {t(`system.steps.${name}`)}
              </Anchor>
            )}
          </List.Item>
        ))}
      </List>
    </Panel>
  );
}
