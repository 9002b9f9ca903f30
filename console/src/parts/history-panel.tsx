import { Anchor, List, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { answerOf, api } from '../api/client.ts';
import { CursorTable, useCursorPages } from './cursor-list.tsx';
import { Moment } from './moment.tsx';
import { Panel } from './panel.tsx';
import { ShortId } from './short-id.tsx';
import { useDates } from './use-dates.ts';
import { useLabel } from './use-label.ts';
import { useValue } from './use-value.ts';

/** The changes of a profile by executions, newest first, with the month above the first one of each month. */
export function HistoryPanel({ kind, id }: { readonly kind: 'people' | 'companies'; readonly id: string }) {
  const { t } = useTranslation();
  const label = useLabel();
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
  const write = useDates();
  const monthOf = (changedAt: string) => write(new Date(changedAt), 'month');
  const begins = new Set(
    pages.items.flatMap(({ id: entry, changedAt }, index) => {
      const newer = pages.items[index - 1];
      return newer === undefined || monthOf(newer.changedAt) !== monthOf(changedAt) ? [entry] : [];
    }),
  );
  const fieldName = (path: string) => {
    const [group = '', field = ''] = path.split('.', 2);
    if (group === 'lists') return label('sources.names', field);
    return label('profiles.fields', path.replace('.', '_'), field || path);
  };
  return (
    <Panel title={t('profiles.history')}>
      <CursorTable
        pages={pages}
        label={t('profiles.history')}
        empty={t('profiles.noHistory')}
        keyOf={({ id: entry }) => entry}
        columns={[
          {
            key: 'at',
            title: t('common.when'),
            cell: ({ id: entry, changedAt }) => (
              <>
                {begins.has(entry) && (
                  <Text size="sm" fw={600}>
                    {monthOf(changedAt)}
                  </Text>
                )}
                <Moment at={changedAt} />
              </>
            ),
          },
          {
            key: 'changes',
            title: t('profiles.changes'),
            cell: ({ changes }) => (
              <List size="sm" listStyleType="none">
                {changes.map(({ path, from, to }) => (
                  <List.Item key={path}>
                    <Text span size="sm" fw={600}>
                      {fieldName(path)}:
                    </Text>{' '}
                    {from !== undefined && (
                      <>
                        <Value path={path} value={from} /> →{' '}
                      </>
                    )}
                    <Value path={path} value={to} />
                  </List.Item>
                ))}
              </List>
            ),
          },
          {
            key: 'execution',
            title: t('profiles.execution'),
            cell: ({ executionId }) => (
              <Anchor component={Link} href={`/executions/${executionId}`} size="sm">
                <ShortId id={executionId} />
              </Anchor>
            ),
          },
        ]}
      />
    </Panel>
  );
}

function Value({ path, value }: { readonly path: string; readonly value: unknown }) {
  const show = useValue();
  const text = show(path, value);
  return (
    <Text span size="sm" title={text}>
      {text.length > 120 ? `${text.slice(0, 120)}…` : text}
    </Text>
  );
}
