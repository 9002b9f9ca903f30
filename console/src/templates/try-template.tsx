import {
  Badge,
  Button,
  Checkbox,
  Group,
  JsonInput,
  Stack,
  Table,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/api-error.ts';
import { answerOf, api } from '../api/client.ts';
import type { components } from '../api/schema.ts';
import { showCnpj } from '../companies/show-cnpj.ts';
import { useProblemWords } from '../error-words/use-problem-words.ts';
import { useReason } from '../executions/use-reason.ts';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { Fact, Facts } from '../parts/facts.tsx';
import { HeldBack } from '../parts/held-back.tsx';
import { TypedCpf } from '../parts/masked.tsx';
import { Panel } from '../parts/panel.tsx';
import { StatusBadge } from '../parts/status-badge.tsx';
import { useFraction } from '../parts/use-fraction.ts';
import { useLabel } from '../parts/use-label.ts';
import { isJsonObject } from './is-json-object.ts';
import { documentProblems, ProblemList } from './problem-list.tsx';
import { RuleName } from './rule-name.tsx';

type Answer = components['schemas']['QueryTemplateTrialAnswer'];
type Subject = { readonly cpf: string } | { readonly cnpj: string };

/** Runs the document as it stands in the editor on a CPF or CNPJ. Nothing is saved, neither here nor there. */
export function TryTemplate({
  text,
  onShowLine,
}: {
  readonly text: string;
  readonly onShowLine: (line: number) => void;
}) {
  const { t } = useTranslation();
  const problemOf = useProblemWords();
  const [attributes, setAttributes] = useState('');
  const tryOut = useMutation({
    gcTime: 0,
    mutationFn: ({ subject, isAskingProviders }: { subject: Subject; isAskingProviders: boolean }) =>
      answerOf(
        api.POST('/v1/query-templates/dry-run', {
          body: {
            ...subject,
            isAskingProviders,
            definition: JSON.parse(text) as Record<string, unknown>,
            ...(attributes.trim() === ''
              ? {}
              : { attributes: JSON.parse(attributes) as Record<string, unknown> }),
          },
        }),
      ),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const number = String(form.get('number'))
      .toUpperCase()
      .replaceAll(/[.\-/\s]/g, '');
    tryOut.mutate({
      subject: number.length <= 11 ? { cpf: number } : { cnpj: number },
      isAskingProviders: form.get('isAskingProviders') !== null,
    });
  };
  const hasAttributes = attributes.trim() === '' || isJsonObject(attributes);
  const { error } = tryOut;
  const wrong = documentProblems(error, 'body/definition');
  const messageAt = (place: RegExp) =>
    error instanceof ApiError && wrong.length === 0
      ? error.problems
          .filter(({ path }) => place.test(path))
          .map(problemOf)
          .map(({ field, fault }) => `${field}: ${fault}`)
          .join('; ') || undefined
      : undefined;
  return (
    <Panel title={t('templates.try')}>
      <Text size="sm" c="dimmed">
        {t('templates.tryHint')}
      </Text>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            name="number"
            label={t('executions.number')}
            required
            withAsterisk={false}
            autoComplete="off"
            maw={340}
            error={messageAt(/^body\/(cpf|cnpj)$/)}
          />
          <JsonInput
            label={t('templates.attributes')}
            description={t('templates.attributesHint')}
            value={attributes}
            onChange={setAttributes}
            autosize
            minRows={3}
            maxRows={12}
            autoComplete="off"
            error={hasAttributes ? messageAt(/^body\/attributes/) : t('templates.noJson')}
          />
          <Checkbox
            name="isAskingProviders"
            label={t('templates.isAskingProviders')}
            description={t('templates.asksProvidersHint')}
          />
          <Group>
            <HeldBack missing={isJsonObject(text) && hasAttributes ? undefined : t('templates.jsonMissing')}>
              {(held) => (
                <Button type="submit" variant="default" loading={tryOut.isPending} {...held}>
                  {t('templates.tryOut')}
                </Button>
              )}
            </HeldBack>
          </Group>
        </Stack>
      </form>
      {error !== null && <ErrorNotice error={error} listsProblems={wrong.length === 0} />}
      {wrong.length > 0 && <ProblemList problems={wrong} text={text} onShow={onShowLine} />}
      {tryOut.data !== undefined && <Outcome answer={tryOut.data} subject={tryOut.variables.subject} />}
    </Panel>
  );
}

function Outcome({ answer, subject }: { readonly answer: Answer; readonly subject: Subject }) {
  const { t } = useTranslation();
  const label = useLabel();
  const reasonOf = useReason();
  const showFraction = useFraction();
  const { status, reason, decidedBy, rules, sources, attributes, partners } = answer;
  const verdicts = Object.entries(attributes);
  return (
    <Stack component="section" gap="sm" aria-label={t('templates.outcome')}>
      <Group gap="sm" role="status">
        <StatusBadge status={status} />
        {'cpf' in subject ? (
          <TypedCpf cpf={subject.cpf} />
        ) : (
          <span className="number">{showCnpj(subject.cnpj)}</span>
        )}
        {reason !== undefined && <Text size="sm">{reasonOf(reason)}</Text>}
      </Group>
      <Facts>
        <Fact name={t('templates.decidedBy')}>
          {decidedBy.map((name) => label('rules.shippedNames', name)).join(', ')}
        </Fact>
        <Fact name={t('templates.partners')}>{partners === 0 ? undefined : partners}</Fact>
      </Facts>
      {rules.length > 0 && (
        <>
          <Title order={3} size="h5">
            {t('templates.rules')}
          </Title>
          <Table aria-label={t('templates.rules')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('executions.rule')}</Table.Th>
                <Table.Th>{t('executions.outcome')}</Table.Th>
                <Table.Th>{t('executions.wouldSet')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rules.map(({ name, status: set, outcome, reason: why }) => (
                <Table.Tr key={name} data-current={decidedBy.includes(name) || undefined}>
                  <Table.Th scope="row">
                    <RuleName name={name} />
                  </Table.Th>
                  <Table.Td data-label={t('executions.outcome')}>
                    <span>
                      {label('executions.outcomes', outcome)}
                      <Why reason={why} />
                    </span>
                  </Table.Td>
                  <Table.Td data-label={t('executions.wouldSet')}>
                    <StatusBadge status={set} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </>
      )}
      {sources.length > 0 && (
        <>
          <Title order={3} size="h5">
            {t('executions.sources')}
          </Title>
          <Table aria-label={t('executions.sources')}>
            <Table.Tbody>
              {sources.map(({ name, outcome, reason: why, isReused }) => (
                <Table.Tr key={name}>
                  <Table.Th scope="row">{label('sources.names', name)}</Table.Th>
                  <Table.Td>
                    {label('executions.outcomes', outcome)}
                    {isReused && (
                      <Badge size="sm" variant="light" color="gray" tt="none" ml="xs">
                        {t('executions.reused')}
                      </Badge>
                    )}
                    <Why reason={why === undefined ? undefined : label('templates.reasons', why)} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </>
      )}
      {verdicts.length > 0 && (
        <>
          <Title order={3} size="h5">
            {t('templates.attributes')}
          </Title>
          <Table aria-label={t('templates.attributes')}>
            <Table.Tbody>
              {verdicts.map(([name, { verdict, similarity }]) => (
                <Table.Tr key={name}>
                  <Table.Th scope="row">{name}</Table.Th>
                  <Table.Td>
                    {label('executions.verdicts', verdict)}
                    {similarity !== undefined && ` · ${showFraction(similarity)}`}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </>
      )}
      <Text size="xs" className="number">
        {t('errors.request')} {answer.requestId}
      </Text>
    </Stack>
  );
}

function Why({ reason }: { readonly reason: string | undefined }) {
  if (reason === undefined) return null;
  return (
    <Text size="xs" c="dimmed">
      {reason}
    </Text>
  );
}
