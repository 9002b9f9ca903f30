import { Button, Checkbox, Select, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answerOf, api } from '../api/client.ts';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { useLabel } from '../parts/use-label.ts';
import { useSession } from '../session/session.ts';
import type { Credentials } from './client-list.tsx';

/** The scopes of tokens for phones. Tokens for back ends can have every scope of the account. */
const mobileScopes = ['faces:authenticate', 'attempts:read', 'liveness:write', 'liveness:read'];
const products = ['customer', 'mobile'] as const;

/** Makes a client with some scopes. */
export function NewClient({ onCreated }: { readonly onCreated: (credentials: Credentials) => void }) {
  const { t } = useTranslation();
  const label = useLabel();
  const { scopes: held } = useSession();
  const [product, setProduct] = useState<(typeof products)[number]>('customer');
  const create = useMutation({
    mutationFn: (body: { product: string; name?: string; scopes: string[] }) =>
      answerOf(api.POST('/v1/clients', { body: body as never })),
    onSuccess: ({ id, ...created }) => onCreated({ clientId: id, ...created }),
  });
  const offered = product === 'mobile' ? mobileScopes : held;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const name = String(form.get('name')).trim();
    create.mutate({ product, scopes: form.getAll('scope').map(String), ...(name === '' ? {} : { name }) });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput name="name" label={t('clients.name')} maxLength={100} />
        <Select
          label={t('clients.product')}
          value={product}
          allowDeselect={false}
          onChange={(value) => setProduct(value === 'mobile' ? 'mobile' : 'customer')}
          data={products.map((value) => ({ value, label: t(`clients.${value}`) }))}
        />
        <Checkbox.Group label={t('clients.scopes')}>
          <Stack gap={6} mt="xs">
            {offered.map((scope) => (
              <Checkbox
                key={`${product} ${scope}`}
                name="scope"
                value={scope}
                label={scope}
                description={label('clients.scopeWords', scope.replace(':', '_'))}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        {create.error !== null && <ErrorNotice error={create.error} />}
        <Button type="submit" loading={create.isPending}>
          {t('clients.create')}
        </Button>
      </Stack>
    </form>
  );
}
