import { Alert, Anchor, Button, Code, Group, SimpleGrid, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'wouter';
import { ApiError } from '../api/api-error.ts';
import { answerOf, api } from '../api/client.ts';
import type { components } from '../api/schema.ts';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { HeldBack } from '../parts/held-back.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { Panel } from '../parts/panel.tsx';
import { useLabel } from '../parts/use-label.ts';
import { useSession } from '../session/session.ts';
import { startWay } from '../shell/hash-address.ts';
import { isJsonObject } from './is-json-object.ts';
import { documentProblems, ProblemList } from './problem-list.tsx';
import { type Definition, type DocumentFault, readDefinition, writeDefinition } from './read-definition.ts';
import { TemplateForm, TemplateWords } from './template-form.tsx';
import { TemplateVersions } from './template-versions.tsx';
import { TryTemplate } from './try-template.tsx';

/** The document of a new template, its names in the language of the console. */
const beginning = (name: string, rule: string): Definition => ({
  name,
  subject: 'company',
  sources: [{ name: 'pjData', maxAge: 'P30D' }, { name: 'pjSimples' }],
  rules: [
    {
      name: rule,
      when: 'sources.pjData.data.status.code != "02"',
      status: 'REPROVED',
    },
  ],
  otherwise: 'APPROVED',
});

/**
 * A template as its document, with a form beside it. Saving makes a new version; the service checks sources and rules.
 */
export function TemplateEditor() {
  const { t } = useTranslation();
  const label = useLabel();
  const { id = 'new' } = useParams();
  const [savedVersion, setSavedVersion] = useState<string>();
  const template = useQuery({
    queryKey: ['template', id],
    // A version of somebody else would replace what is being written.
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    queryFn: async ({ signal }) =>
      id === 'new'
        ? {
            version: 0,
            isDefault: false,
            definition: beginning(t('templates.beginning'), t('templates.beginningRule')),
          }
        : definitionOf(
            await answerOf(
              api.GET('/v1/query-templates/{templateId}', { params: { path: { templateId: id } }, signal }),
            ),
          ),
  });
  const name = template.data?.definition.name;
  return (
    <Page title={name === undefined ? t('templates.one') : label('templates.shippedNames', name)}>
      <Loaded query={template}>
        {({ version, definition }) => (
          <Stack>
            <Editor
              key={`${id} ${version}`}
              id={id}
              version={version}
              definition={definition}
              isJustSaved={savedVersion === `${id} ${version}`}
              onSaved={(saved) => setSavedVersion(`${saved.id} ${saved.version}`)}
            />
            {id !== 'new' && <TemplateVersions key={`${id} ${version} versions`} id={id} current={version} />}
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function definitionOf({
  version,
  isDefault,
  id: _id,
  requestId: _requestId,
  createdAt: _createdAt,
  updatedAt: _updatedAt,
  ...definition
}: components['schemas']['QueryTemplateAnswer']) {
  return { version, isDefault, definition };
}

/** The text of the document, and the definition that it had when it last was one: what the form shows. */
type Document = {
  readonly text: string;
  readonly shown: Definition;
  /** The fault of the text; undefined while the form shows it. */
  readonly fault?: DocumentFault;
};

/** The document of a text; the form shows that of before where the text is none. */
function readDocument(text: string, before: Definition): Document {
  const read = readDefinition(text);
  return 'fault' in read ? { text, shown: before, fault: read.fault } : { text, shown: read.definition };
}

/**
 * Texts that were not saved and the version they change, by account and template: there after another screen, or a new
 * session of the person.
 */
const drafts = new Map<string, { readonly text: string; readonly version: number }>();

function Editor({
  id,
  version,
  definition,
  isJustSaved,
  onSaved,
}: {
  readonly id: string;
  readonly version: number;
  readonly definition: Definition;
  readonly isJustSaved: boolean;
  readonly onSaved: (saved: { readonly id: string; readonly version: number }) => void;
}) {
  const { t } = useTranslation();
  const { may, account } = useSession();
  const queries = useQueryClient();
  const stored = writeDefinition(definition);
  const draft = `${account.id} ${id}`;
  const [{ text, shown, fault }, setDocument] = useState(() =>
    readDocument(drafts.get(draft)?.text ?? stored, definition),
  );
  const begunFrom = () => drafts.get(draft)?.version ?? version;
  const isUnsaved = text !== stored;
  const setText = (written: string) => {
    if (written === stored) drafts.delete(draft);
    else drafts.set(draft, { text: written, version: begunFrom() });
    setDocument((before) => readDocument(written, before.shown));
  };
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: Event) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
  const save = useMutation({
    mutationFn: async () => {
      const body = JSON.parse(text) as Definition;
      if (id === 'new') return await answerOf(api.POST('/v1/query-templates', { body }));
      const path = { params: { path: { templateId: id } } };
      const { version: newest } = await answerOf(api.GET('/v1/query-templates/{templateId}', path));
      if (newest !== begunFrom()) {
        // Whoever was told of it may replace it.
        drafts.set(draft, { text, version: newest });
        throw new ApiError(409, { code: 'query_template_changed' });
      }
      return await answerOf(api.PUT('/v1/query-templates/{templateId}', { ...path, body }));
    },
    onMutate: startWay,
    onSuccess: async (saved, _asked, go) => {
      drafts.delete(draft);
      onSaved(saved);
      await queries.invalidateQueries({ queryKey: ['templates'] });
      await queries.invalidateQueries({ queryKey: ['template', saved.id] });
      go(`/templates/${saved.id}`);
    },
  });
  const remove = useMutation({
    mutationFn: () =>
      answerOf(api.DELETE('/v1/query-templates/{templateId}', { params: { path: { templateId: id } } })),
    onMutate: startWay,
    onSuccess: async (_removed, _asked, go) => {
      drafts.delete(draft);
      await queries.invalidateQueries({ queryKey: ['templates'] });
      go('/templates');
    },
  });
  const isJson = isJsonObject(text);
  const problems = documentProblems(save.error);
  const isChanged = save.error instanceof ApiError && save.error.code === 'query_template_changed';
  const field = useRef<HTMLTextAreaElement>(null);
  const showLine = (line: number) => {
    const before = text.split('\n').slice(0, line - 1);
    const start = before.join('\n').length + (line > 1 ? 1 : 0);
    // A field that gets the focus scrolls to what is selected in it.
    field.current?.blur();
    field.current?.setSelectionRange(start, start + (text.split('\n')[line - 1]?.length ?? 0));
    field.current?.focus();
  };
  return (
    <Stack>
      {id !== 'new' && (
        <Text c="dimmed">
          <Code>{id}</Code> {t('templates.versionOf', { version })}
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, lg: 2 }} style={{ alignItems: 'start' }}>
        <Panel title={t(may('templates:write') ? 'templates.form' : 'templates.inWords')}>
          {fault !== undefined && (
            <Text size="sm" role="status">
              {t('templates.formWaits')}
            </Text>
          )}
          {may('templates:write') ? (
            <TemplateForm
              definition={shown}
              isNew={id === 'new'}
              isReadOnly={fault !== undefined || save.isPending}
              onChange={(changed) => setText(writeDefinition(changed))}
            />
          ) : (
            <TemplateWords definition={shown} />
          )}
        </Panel>
        <Stack gap="sm" miw={0} className="stays-beside">
          <Textarea
            ref={field}
            label={t('templates.document')}
            description={may('templates:write') && t('templates.documentHint')}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
            autosize
            minRows={16}
            maxRows={30}
            readOnly={!may('templates:write') || save.isPending}
            spellCheck={false}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.85rem' } }}
            error={
              fault !== undefined
                ? fault.kind === 'no_json'
                  ? t('templates.noJsonAt', fault.place)
                  : fault.field === ''
                    ? t('templates.noObject')
                    : t('templates.otherForm', { field: fault.field })
                : problems.length > 0 && t('templates.problemCount', { count: problems.length })
            }
          />
          {fault !== undefined && <FaultLine fault={fault} onShow={showLine} />}
          {problems.length > 0 && <ProblemList problems={problems} text={text} onShow={showLine} />}
        </Stack>
      </SimpleGrid>
      {isJustSaved && (
        <Alert color="green" variant="light" role="status">
          {t('templates.saved', { version })}
        </Alert>
      )}
      {(save.error ?? remove.error) !== null && (
        <ErrorNotice
          error={(save.error ?? remove.error) as Error}
          listsProblems={problems.length === 0 || remove.error !== null}
          {...(isChanged && {
            onRetry: () => void queries.invalidateQueries({ queryKey: ['template', id] }),
          })}
        />
      )}
      {may('templates:write') && (
        <Group>
          <HeldBack missing={isJson ? undefined : t('templates.jsonMissing')}>
            {(held) => (
              <Button loading={save.isPending} onClick={() => save.mutate()} {...held}>
                {id === 'new' ? t('templates.create') : t('templates.save')}
              </Button>
            )}
          </HeldBack>
          {isUnsaved && (
            <Button variant="default" disabled={save.isPending} onClick={() => setText(stored)}>
              {t('templates.discard')}
            </Button>
          )}
          {id !== 'new' && (
            <ConfirmButton
              variant="default"
              label={t('templates.remove')}
              question={t('templates.removeQuestion')}
              onConfirm={() => remove.mutate()}
            />
          )}
        </Group>
      )}
      {may('templates:write') && <TryTemplate text={text} onShowLine={showLine} />}
    </Stack>
  );
}

function FaultLine({
  fault,
  onShow,
}: {
  readonly fault: DocumentFault;
  readonly onShow: (line: number) => void;
}) {
  const { t } = useTranslation();
  const line = fault.kind === 'no_json' ? fault.place.line : fault.line;
  return (
    <div>
      <Anchor component="button" type="button" size="sm" onClick={() => onShow(line)}>
        {t('templates.line', { line })}
      </Anchor>
    </div>
  );
}
