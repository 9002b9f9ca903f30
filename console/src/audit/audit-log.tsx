import { Button, Group, Select, SimpleGrid, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answerOf, api } from '../api/client.ts';
import { useCursorPages } from '../parts/cursor-list.tsx';
import { HeldBack } from '../parts/held-back.tsx';
import { Page } from '../parts/page.tsx';
import { saveFile } from '../parts/save-file.ts';
import { useSession } from '../session/session.ts';
import { useActorNames } from './actor-name.tsx';
import { AuditExport } from './audit-export.tsx';
import { AuditVerification } from './audit-verification.tsx';
import { EventTable } from './event-table.tsx';

const fields = ['personId', 'target'] as const;

const byLabel = (one: { readonly label: string }, other: { readonly label: string }) =>
  one.label.localeCompare(other.label);

/** Who did what and when; the page that is shown can be saved as JSON lines. */
export function AuditLog() {
  const { t } = useTranslation();
  const { may } = useSession();
  const names = useActorNames();
  const actors = [...names].map(([value, label]) => ({ value, label })).sort(byLabel);
  const actions = Object.entries(t('audit.actions', { returnObjects: true }))
    .map(([value, label]) => ({ value, label: String(label) }))
    .sort(byLabel);
  const [filter, setFilter] = useState<Readonly<Record<string, string>>>({});
  const pages = useCursorPages({
    key: ['audit', filter],
    limit: 100,
    read: (page, signal) =>
      answerOf(api.GET('/v1/audit', { params: { query: { ...filter, ...page } }, signal })),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const given: Record<string, string> = {};
    for (const [name, value] of form) {
      const text = String(value).trim();
      if (text !== '') given[name] = name === 'from' || name === 'to' ? new Date(text).toISOString() : text;
    }
    setFilter(given);
  };
  const save = () =>
    saveFile('audit.jsonl', 'application/jsonl', pages.items.map((item) => JSON.stringify(item)).join('\n'));
  return (
    <Page
      title={t('shell.sections.audit')}
      actions={
        <HeldBack missing={pages.items.length === 0 ? t('audit.nothingToSave') : undefined}>
          {(held) => (
            <Button variant="default" onClick={save} {...held}>
              {t('audit.save')}
            </Button>
          )}
        </HeldBack>
      }
    >
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <AuditVerification />
        {may('audit:export') && <AuditExport filter={filter} />}
      </SimpleGrid>
      <form onSubmit={submit}>
        <Group align="end" gap="sm">
          <Select
            name="actor"
            label={t('audit.actor')}
            placeholder={t('audit.anyone')}
            w={240}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': t('common.clear') }}
            data={actors}
          />
          <Select
            name="action"
            label={t('audit.action')}
            placeholder={t('audit.anyone')}
            w={280}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': t('common.clear') }}
            data={actions}
          />
          {fields.map((name) => (
            <TextInput key={name} name={name} label={t(`audit.${name}`)} w={200} autoComplete="off" />
          ))}
          <TextInput name="from" type="datetime-local" label={t('common.from')} w={200} />
          <TextInput name="to" type="datetime-local" label={t('common.to')} w={200} />
          <Button type="submit">{t('common.filter')}</Button>
        </Group>
      </form>
      <EventTable pages={pages} label={t('shell.sections.audit')} isWhole />
    </Page>
  );
}
