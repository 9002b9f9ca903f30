import { Alert, Button, Code, Group, JsonInput, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useParams } from 'wouter';
import { answerOf, api } from '../api/client.ts';
import type { components } from '../api/schema.ts';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { useSession } from '../session/session.ts';

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
          <Editor key={`${id} ${version}`} id={id} version={version} definition={definition} />
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
}: {
  readonly id: string;
  readonly version: number;
  readonly definition: Definition;
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
  const isJson = isParsable(text);
  return (
    <Stack>
      {id !== 'new' && (
        <Text c="dimmed">
          <Code>{id}</Code> {t('templates.versionOf', { version })}
        </Text>
      )}
      <JsonInput
        label={t('templates.document')}
        description={t('templates.documentHint')}
        value={text}
        onChange={setText}
        autosize
        minRows={16}
        readOnly={!may('executions:write')}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.85rem' } }}
        error={isJson ? undefined : t('templates.noJson')}
      />
      {save.isSuccess && (
        <Alert color="green" variant="light" role="status">
          {t('templates.saved', { version: save.data.version })}
        </Alert>
      )}
      {(save.error ?? remove.error) !== null && <ErrorNotice error={(save.error ?? remove.error) as Error} />}
      {may('executions:write') && (
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
    </Stack>
  );
}

function isParsable(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}
