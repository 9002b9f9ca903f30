import { Group, NativeSelect, Stack, Table, Text, Title, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { allOf, api } from '../api/client.ts';
import type { components } from '../api/schema.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { Panel } from '../parts/panel.tsx';
import { useSession } from '../session/session.ts';
import { type DiffLine, diffLines } from './diff-lines.ts';
import { useVersionMakers } from './use-version-makers.tsx';

type Version = components['schemas']['QueryTemplateVersion'];

/** Unchanged lines that stay in sight before and after a change. */
const linesAround = 3;
const signs = { same: ' ', removed: '−', added: '+' } as const;

/** The versions of a template: who made each and when, and what differs between two. */
export function TemplateVersions({ id, current }: { readonly id: string; readonly current: number }) {
  const { t } = useTranslation();
  const versions = useQuery({
    queryKey: ['template versions', id, current],
    queryFn: ({ signal }) =>
      allOf((query) =>
        api.GET('/v1/query-templates/{templateId}/versions', {
          params: { path: { templateId: id }, query },
          signal,
        }),
      ),
  });
  return (
    <Panel title={t('templates.versions')}>
      <Loaded query={versions}>{({ items }) => <Versions id={id} items={items} />}</Loaded>
    </Panel>
  );
}

function Versions({ id, items }: { readonly id: string; readonly items: readonly Version[] }) {
  const { t } = useTranslation();
  const { may } = useSession();
  const mayKnowWho = may('audit:read');
  const makers = useVersionMakers(id, items[0]?.version ?? 0, mayKnowWho);
  const numbers = items.map(({ version }) => version);
  const [earlier, setEarlier] = useState(numbers[1] ?? numbers[0] ?? 0);
  const [later, setLater] = useState(numbers[0] ?? 0);
  const textOf = (wanted: number) =>
    JSON.stringify(items.find(({ version }) => version === wanted)?.definition ?? {}, null, 2);
  const choices = numbers.map((version) => ({
    value: String(version),
    label: t('templates.versionOf', { version }),
  }));
  return (
    <Stack gap="sm">
      <Table aria-label={t('templates.versions')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('templates.version')}</Table.Th>
            <Table.Th>{t('common.when')}</Table.Th>
            {mayKnowWho && <Table.Th>{t('audit.actor')}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map(({ version, createdAt }) => (
            <Table.Tr key={version}>
              <Table.Th scope="row">{t('templates.versionOf', { version })}</Table.Th>
              <Table.Td data-label={t('common.when')}>
                <Moment at={createdAt} />
              </Table.Td>
              {mayKnowWho && (
                <Table.Td data-label={t('audit.actor')}>
                  <span>{makers.get(version) ?? t('templates.makerUnknown')}</span>
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {items.length > 1 && (
        <>
          <Title order={3} size="h5">
            {t('templates.compare')}
          </Title>
          <Group gap="sm">
            <NativeSelect
              label={t('templates.earlier')}
              data={choices}
              value={String(earlier)}
              onChange={({ currentTarget }) => setEarlier(Number(currentTarget.value))}
            />
            <NativeSelect
              label={t('templates.later')}
              data={choices}
              value={String(later)}
              onChange={({ currentTarget }) => setLater(Number(currentTarget.value))}
            />
          </Group>
          <Difference lines={diffLines(textOf(earlier), textOf(later))} />
        </>
      )}
    </Stack>
  );
}

/** Lines with their signs; long parts without a change are left out. */
function Difference({ lines }: { readonly lines: readonly DiffLine[] }) {
  const { t } = useTranslation();
  const added = lines.filter(({ kind }) => kind === 'added').length;
  const removed = lines.filter(({ kind }) => kind === 'removed').length;
  const isNear = lines.map((_, index) =>
    lines
      .slice(Math.max(0, index - linesAround), index + linesAround + 1)
      .some(({ kind }) => kind !== 'same'),
  );
  const rows = lines.map((line, index) => ({ ...line, index })).filter(({ index }) => isNear[index]);
  return (
    <>
      <Text size="sm" role="status">
        {added + removed === 0 ? t('templates.noDifference') : t('templates.difference', { added, removed })}
      </Text>
      {rows.length > 0 && (
        <ul className="diff" aria-label={t('templates.compare')}>
          {rows.map(({ kind, text, index }, place) => (
            <Fragment key={index}>
              {index > (rows[place - 1]?.index ?? -1) + 1 && <Gap />}
              <li data-kind={kind}>
                <span aria-hidden>{signs[kind]}</span>
                <span>
                  {kind !== 'same' && <VisuallyHidden>{t(`templates.${kind}`)}: </VisuallyHidden>}
                  {text}
                </span>
              </li>
            </Fragment>
          ))}
          {(rows.at(-1)?.index ?? 0) < lines.length - 1 && <Gap />}
        </ul>
      )}
    </>
  );
}

function Gap() {
  const { t } = useTranslation();
  return (
    <li>
      <span aria-hidden>⋯</span>
      <VisuallyHidden>{t('templates.unchanged')}</VisuallyHidden>
    </li>
  );
}
