import { Anchor, Badge, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { allOf, api } from '../api/client.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { Panel } from '../parts/panel.tsx';
import { useLabel } from '../parts/use-label.ts';

const colors: Readonly<Record<string, string>> = { ok: 'green', old: 'yellow', failing: 'red' };

/** Every list, data set and provider with its age and its count. */
export function SourceStates() {
  const { t, i18n } = useTranslation();
  const label = useLabel();
  const number = new Intl.NumberFormat(i18n.language);
  const states = useQuery({
    queryKey: ['sources'],
    queryFn: ({ signal }) => allOf((query) => api.GET('/v1/sources', { params: { query }, signal })),
  });
  return (
    <Panel title={t('sources.all')}>
      <Loaded query={states}>
        {({ items }) => (
          <Table.ScrollContainer minWidth={0}>
            <Table aria-label={t('sources.all')}>
              <Table.Thead>
                <Table.Tr>
                  {(['name', 'sort', 'health', 'age', 'dataDate', 'imported', 'entries'] as const).map(
                    (key) => (
                      <Table.Th key={key}>{t(`sources.${key}`)}</Table.Th>
                    ),
                  )}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {items.map(({ name, kind, health, ageDays, maxAgeDays, dataDate, importedAt, entries }) => (
                  <Table.Tr key={name}>
                    <Table.Td data-label={t('sources.name')}>
                      {kind !== 'provider' ? (
                        <Anchor component={Link} href={`/sources/${name}`}>
                          {label('sources.names', name)}
                        </Anchor>
                      ) : (
                        label('sources.names', name)
                      )}
                    </Table.Td>
                    <Table.Td data-label={t('sources.sort')}>{label('sources.sorts', kind)}</Table.Td>
                    <Table.Td data-label={t('sources.health')}>
                      <div>
                        <Badge variant="light" tt="none" radius="sm" color={colors[health] ?? 'gray'}>
                          {label('sources.healths', health)}
                        </Badge>
                      </div>
                    </Table.Td>
                    <Table.Td data-label={t('sources.age')}>
                      {ageDays !== undefined &&
                        (maxAgeDays === undefined
                          ? t('sources.days', { count: ageDays })
                          : t('sources.daysOf', { days: ageDays, count: maxAgeDays }))}
                    </Table.Td>
                    <Table.Td data-label={t('sources.dataDate')}>{dataDate ?? '—'}</Table.Td>
                    <Table.Td data-label={t('sources.imported')}>
                      {importedAt ? <Moment at={importedAt} /> : '—'}
                    </Table.Td>
                    <Table.Td data-label={t('sources.entries')}>
                      {entries === undefined ? '—' : number.format(entries)}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </Loaded>
    </Panel>
  );
}
