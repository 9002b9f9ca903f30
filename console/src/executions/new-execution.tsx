import { Button, Modal, Select, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answerOf, api } from '../api/client.ts';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { HeldBack } from '../parts/held-back.tsx';
import { useLabel } from '../parts/use-label.ts';
import { startWay } from '../shell/hash-address.ts';

/** Runs a template on a CPF or CNPJ, or on a person whose CPF the service then tells, and opens the execution. */
export function NewExecution({ personId }: { readonly personId?: string }) {
  const { t } = useTranslation();
  const label = useLabel();
  const [isOpen, { open, close }] = useDisclosure(false);
  const [templateId, setTemplateId] = useState<string | null>(null);
  const templates = useQuery({
    queryKey: ['templates', 'to choose from'],
    enabled: isOpen,
    queryFn: ({ signal }) =>
      answerOf(api.GET('/v1/query-templates', { params: { query: { limit: 200 } }, signal })),
  });
  const run = useMutation({
    mutationFn: async (body: { templateId: string; cpf?: string; cnpj?: string; referenceId?: string }) => {
      if (personId === undefined) return await answerOf(api.POST('/v1/executions', { body }));
      const { cpf } = await answerOf(
        api.GET('/v1/people/{personId}/cpf', { params: { path: { personId } } }),
      );
      return await answerOf(
        api.POST('/v1/executions', { body: { ...body, ...(cpf !== undefined && { cpf }) } }),
      );
    },
    onMutate: startWay,
    onSuccess: ({ executionId }, _asked, go) => go(`/executions/${executionId}`),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '').trim();
    const template = templates.data?.items.find(({ id }) => id === templateId);
    if (template === undefined) return;
    const number = text('number')
      .toUpperCase()
      .replaceAll(/[.\-/\s]/g, '');
    run.mutate({
      templateId: template.id,
      ...(personId !== undefined ? {} : template.subject === 'person' ? { cpf: number } : { cnpj: number }),
      ...(text('reference') === '' ? {} : { referenceId: text('reference') }),
    });
  };
  return (
    <>
      <Button onClick={open}>{t('executions.new')}</Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={t('executions.new')}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <form onSubmit={submit}>
          <Stack>
            <Select
              label={t('executions.template')}
              value={templateId}
              onChange={setTemplateId}
              data={(templates.data?.items ?? [])
                .filter(({ subject }) => personId === undefined || subject === 'person')
                .map(({ id, name, subject, version }) => ({
                  value: id,
                  label: `${name === undefined ? id : label('templates.shippedNames', name)} · ${t(`templates.${subject}`)} · v${version}`,
                }))}
            />
            {personId === undefined && (
              <TextInput
                name="number"
                label={t('executions.number')}
                required
                withAsterisk={false}
                autoComplete="off"
              />
            )}
            <TextInput name="reference" label={t('executions.reference')} maxLength={200} />
            {(run.error ?? templates.error) !== null && (
              <ErrorNotice error={(run.error ?? templates.error) as Error} />
            )}
            <HeldBack missing={templateId === null ? t('executions.templateMissing') : undefined}>
              {(held) => (
                <Button type="submit" loading={run.isPending} {...held}>
                  {t('executions.run')}
                </Button>
              )}
            </HeldBack>
          </Stack>
        </form>
      </Modal>
    </>
  );
}
