import { Group, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** A CPF that stays masked until whoever looks asks for it. */
export function MaskedCpf({ cpf }: { readonly cpf: string }) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  const text = isShown
    ? cpf.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4')
    : cpf.replace(/^\d{3}(\d{3})\d{5}$/, '•••.$1.•••-••');
  return (
    <Group gap={6} wrap="nowrap" component="span" display="inline-flex">
      <Text span className="number number-line" inherit>
        {text}
      </Text>
      <UnstyledButton
        fz="xs"
        td="underline"
        aria-pressed={isShown}
        onClick={(event) => {
          event.stopPropagation();
          setShown(!isShown);
        }}
      >
        {isShown ? t('common.hide') : t('common.show')}
      </UnstyledButton>
    </Group>
  );
}
