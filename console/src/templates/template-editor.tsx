import { Alert, Button, Code, Group, JsonInput, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useParams } from 'wouter';
import { answerOf, api } from '../api/client.ts';
import type { components } from '../api/schema.ts';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { useSession } from '../session/session.ts';
import { isJsonObject } from './is-json-object.ts';
import { documentProblems, ProblemList } from './problem-list.tsx';
import { TemplateVersions } from './template-versions.tsx';
import { TryTemplate } from './try-template.tsx';

type Definition = components['schemas']['QueryTemplateDefinition'];

const beginning: Definition = {
  name: 'Onboarding of companies',
  subject: 'company',
  sources: [{ name: 'pjData', maxAge: 'P30D' }, { name: 'pjSimples' }],
  rules: [
    {
      name: 'not active',
      when: 'sources.pjData.data.status.code != "02"',
      status: 'REPROVED',
    },
  ],
  otherwise: 'APPROVED',
};

/** A template as its document. Saving makes a new version; the service checks sources and rules. */
export function TemplateEditor() {
  const { t } = useTranslation();
  const { id = 'new' } = useParams();
  const [savedVersion, setSavedVersion] = useState<string>();
  const template = useQuery({
    queryKey: ['template', id],
    queryFn: async ({ signal }) =>
      id === 'new'
        ? { version: 0, isDefault: false, definition: beginning }
        : definitionOf(
            await answerOf(
              api.GET('/v1/query-templates/{templateId}', { params: { path: { templateId: id } }, signal }),
            ),
          ),
  });
  return (
    <Page title={template.data?.definition.name ?? t('templates.one')}>
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
  const { may } = useSession();
  const queries = useQueryClient();
  const [, go] = useLocation();
  const [text, setText] = useState(() => JSON.stringify(definition, null, 2));
  const save = useMutation({
    mutationFn: () => {
      const body = JSON.parse(text) as Definition;
      return answerOf(
        id === 'new'
          ? api.POST('/v1/query-templates', { body })
          : api.PUT('/v1/query-templates/{templateId}', { params: { path: { templateId: id } }, body }),
      );
    },
    onSuccess: async (saved) => {
      onSaved(saved);
      await queries.invalidateQueries({ queryKey: ['templates'] });
      await queries.invalidateQueries({ queryKey: ['template', saved.id] });
      go(`/templates/${saved.id}`);
    },
  });
  const remove = useMutation({
    mutationFn: () =>
      answerOf(api.DELETE('/v1/query-templates/{templateId}', { params: { path: { templateId: id } } })),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['templates'] });
      go('/templates');
    },
  });
  const isJson = isJsonObject(text);
  const problems = documentProblems(save.error);
  const field = useRef<HTMLTextAreaElement>(null);
  const showLine = (line: number) => {
    const before = text.split('\n').slice(0, line - 1);
    const start = before.join('\n').length + (line > 1 ? 1 : 0);
    field.current?.focus();
    field.current?.setSelectionRange(start, start + (text.split('\n')[line - 1]?.length ?? 0));
  };
  return (
    <Stack>
      {id !== 'new' && (
        <Text c="dimmed">
          <Code>{id}</Code> {t('templates.versionOf', { version })}
        </Text>
      )}
      <JsonInput
        ref={field}
        label={t('templates.document')}
        description={t('templates.documentHint')}
        value={text}
        onChange={setText}
        autosize
        minRows={16}
        readOnly={!may('templates:write')}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.85rem' } }}
        error={
          isJson
            ? problems.length > 0 && t('templates.problemCount', { count: problems.length })
            : t('templates.noJson')
        }
      />
      {problems.length > 0 && <ProblemList problems={problems} text={text} onShow={showLine} />}
      {isJustSaved && (
        <Alert color="green" variant="light" role="status">
          {t('templates.saved', { version })}
        </Alert>
      )}
      {(save.error ?? remove.error) !== null && (
        <ErrorNotice
          error={(save.error ?? remove.error) as Error}
          listsProblems={problems.length === 0 || remove.error !== null}
        />
      )}
      {may('templates:write') && (
        <Group>
          <Button disabled={!isJson} loading={save.isPending} onClick={() => save.mutate()}>
            {id === 'new' ? t('templates.create') : t('templates.save')}
          </Button>
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
