import { Button, Group, Select, SimpleGrid, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { answerOf, api } from '../api/client.ts';
import { useCursorPages } from '../parts/cursor-list.tsx';
import { HeldBack } from '../parts/held-back.tsx';
import { Page } from '../parts/page.tsx';
import { PeriodFields } from '../parts/period-fields.tsx';
import { readPersonId } from '../parts/read-person-id.ts';
import { saveFile } from '../parts/save-file.ts';
import { useTypedCriteria } from '../parts/use-entry-state.ts';
import { useSession } from '../session/session.ts';
import { useActorNames } from './actor-name.tsx';
import { AuditExport } from './audit-export.tsx';
import { AuditVerification } from './audit-verification.tsx';
import { EventTable } from './event-table.tsx';

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
  const { typed, submit } = useTypedCriteria('audit');
  const { query, header } = readFilter(typed);
  const pages = useCursorPages({
    key: ['audit', query, header],
    limit: 100,
    read: (page, signal) =>
      answerOf(api.GET('/v1/audit', { params: { query: { ...query, ...page }, header }, signal })),
  });
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
        {may('audit:export') && <AuditExport filter={query} hasCpf={'x-people-id' in header} />}
      </SimpleGrid>
      <form onSubmit={submit}>
        <Group align="end" gap="sm">
          <Select
            name="actor"
            defaultValue={typed.actor || null}
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
            defaultValue={typed.action || null}
            label={t('audit.action')}
            placeholder={t('audit.anyone')}
            w={280}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': t('common.clear') }}
            data={actions}
          />
          {(['personId', 'target'] as const).map((name) => (
            <TextInput
              key={name}
              name={name}
              label={t(name === 'personId' ? 'people.cpfOrId' : 'audit.target')}
              defaultValue={typed[name] ?? ''}
              w={200}
              autoComplete="off"
            />
          ))}
          <PeriodFields typed={typed} />
          <Button type="submit">{t('common.filter')}</Button>
        </Group>
      </form>
      <EventTable pages={pages} label={t('shell.sections.audit')} isWhole />
    </Page>
  );
}

/** The criteria of what was typed, as the service takes them: a CPF in a header, where no log keeps it. */
function readFilter(typed: Readonly<Record<string, string>>) {
  const query: Record<string, string> = {};
  for (const [name, value] of Object.entries(typed)) {
    const text = name === 'personId' ? readPersonId(value) : value.trim();
    if (text !== '') query[name] = name === 'from' || name === 'to' ? new Date(text).toISOString() : text;
  }
  const { personId: cpf = '', ...others } = query;
  return /^\d+$/.test(cpf) ? { query: others, header: { 'x-people-id': cpf } } : { query, header: {} };
}
