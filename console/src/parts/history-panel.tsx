import { Anchor, Code, List, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { answerOf, api } from '../api/client.ts';
import { CursorTable, useCursorPages } from './cursor-list.tsx';
import { Moment } from './moment.tsx';
import { Panel } from './panel.tsx';

/** The changes of a profile by executions, newest first. */
export function HistoryPanel({ kind, id }: { readonly kind: 'people' | 'companies'; readonly id: string }) {
  const { t } = useTranslation();
  const pages = useCursorPages({
    key: ['history', kind, id],
    limit: 20,
    read: (query, signal) =>
      answerOf(
        kind === 'people'
          ? api.GET('/v1/people/{personId}/history', { params: { path: { personId: id }, query }, signal })
          : api.GET('/v1/companies/{companyId}/history', {
              params: { path: { companyId: id }, query },
              signal,
            }),
      ),
  });
  return (
    <Panel title={t('profiles.history')}>
      <CursorTable
        pages={pages}
        label={t('profiles.history')}
        empty={t('profiles.noHistory')}
        keyOf={({ id: entry }) => entry}
        columns={[
          { key: 'at', title: t('common.when'), cell: ({ changedAt }) => <Moment at={changedAt} /> },
          {
            key: 'changes',
            title: t('profiles.changes'),
            cell: ({ changes }) => (
              <List size="sm" listStyleType="none">
                {changes.map(({ path, from, to }) => (
                  <List.Item key={path}>
                    <Code>{path}</Code> <Value value={from} /> → <Value value={to} />
                  </List.Item>
                ))}
              </List>
            ),
          },
          {
            key: 'execution',
            title: t('profiles.execution'),
            cell: ({ executionId }) => (
              <Anchor component={Link} href={`/executions/${executionId}`} className="number" size="sm">
                {executionId}
              </Anchor>
            ),
          },
        ]}
      />
    </Panel>
  );
}

function Value({ value }: { readonly value: unknown }) {
  if (value === undefined) return <Text span>—</Text>;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return (
    <Text span size="sm" title={text}>
      {text.length > 120 ? `${text.slice(0, 120)}…` : text}
    </Text>
  );
}
