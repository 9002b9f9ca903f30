import { Group, Text, UnstyledButton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/api-error.ts';
import { answerOf, api } from '../api/client.ts';
import { useErrorWords } from '../error-words/use-error-words.ts';

/** A CPF that the service masked. Whoever asks for the whole one gets it from the service, which records that. */
export function MaskedCpf({
  cpf,
  personId,
}: {
  readonly cpf: string;
  /** Without one the CPF stays masked. */
  readonly personId: string | undefined;
}) {
  const wordsOf = useErrorWords();
  const show = useMutation({
    mutationFn: (id: string) =>
      answerOf(api.GET('/v1/people/{personId}/cpf', { params: { path: { personId: id } } })),
  });
  const code = show.error instanceof ApiError ? show.error.code : undefined;
  return (
    <Hidden
      masked={cpf}
      whole={show.data?.cpf}
      isWaiting={show.isPending}
      failure={code === undefined ? undefined : (wordsOf(code)?.meaning ?? code)}
      onHide={() => show.reset()}
      {...(personId !== undefined && { onShow: () => show.mutate(personId) })}
    />
  );
}

/** A CPF that somebody typed here: hidden from other eyes, and shown without asking the service. */
export function TypedCpf({ cpf }: { readonly cpf: string }) {
  const [isShown, setShown] = useState(false);
  return (
    <Hidden
      masked={cpf.replace(/^\d{3}(\d{3})(\d{3})\d{2}$/, '***.$1.$2-**')}
      whole={isShown ? cpf : undefined}
      isWaiting={false}
      failure={undefined}
      onShow={() => setShown(true)}
      onHide={() => setShown(false)}
    />
  );
}

function Hidden({
  masked,
  whole,
  isWaiting,
  failure,
  onShow,
  onHide,
}: {
  readonly masked: string;
  readonly whole: string | undefined;
  readonly isWaiting: boolean;
  readonly failure: string | undefined;
  readonly onShow?: () => void;
  readonly onHide: () => void;
}) {
  const { t } = useTranslation();
  const isShown = whole !== undefined;
  return (
    <Group gap={6} component="span" display="inline-flex">
      <Text span className="number number-line" inherit>
        {whole?.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4') ?? masked}
      </Text>
      {onShow !== undefined && (
        <UnstyledButton
          fz="xs"
          td="underline"
          className="number-line"
          aria-pressed={isShown}
          aria-busy={isWaiting}
          onClick={() => {
            if (isShown) onHide();
            else if (!isWaiting) onShow();
          }}
        >
          {isShown ? t('common.hide') : t('common.show')}
        </UnstyledButton>
      )}
      {failure !== undefined && (
        <Text span size="xs" role="alert">
          {failure}
        </Text>
      )}
    </Group>
  );
}
