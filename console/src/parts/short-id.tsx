import { CopyButton, Group, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** An id where there is little room: its kind and its end, the whole of it for the pointer. */
export function ShortId({ id }: { readonly id: string }) {
  const [kind, rest = ''] = id.split('_', 2);
  return (
    <span className="number number-line" title={id}>
      {rest.length > 8 ? `${kind}_…${rest.slice(-8)}` : id}
    </span>
  );
}

/** The name of an account, client or template, or its short id without one, with a button that copies the id. */
export function NamedId({ id, name }: { readonly id: string; readonly name: string | undefined }) {
  const { t } = useTranslation();
  return (
    <Group gap={6}>
      <span style={{ overflowWrap: 'anywhere' }}>{name ?? <ShortId id={id} />}</span>
      <CopyId id={id} title={name ?? t('common.id')} />
    </Group>
  );
}

/** A button that copies an id, which is too long to be read. */
export function CopyId({ id, title }: { readonly id: string; readonly title: string }) {
  const { t } = useTranslation();
  return (
    <CopyButton value={id}>
      {({ copied, copy }) => (
        <UnstyledButton
          fz="xs"
          td="underline"
          title={id}
          aria-label={`${t('common.copyId')}: ${title}`}
          onClick={copy}
        >
          {copied ? t('common.copied') : t('common.copyId')}
        </UnstyledButton>
      )}
    </CopyButton>
  );
}
