import { Popover, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answerOf, api } from '../api/client.ts';
import { readCnpj } from '../companies/show-cnpj.ts';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { screenOf } from '../parts/screen-of.ts';
import { keepSearchedName } from '../parts/searched-name.ts';
import { useSession } from '../session/session.ts';
import { startWay } from './hash-address.ts';

/** One field for everything: CPF, CNPJ, an id, or a name. What is typed stands in no address of the page. */
export function FindAnything({ onFound }: { readonly onFound?: () => void }) {
  const { t } = useTranslation();
  const { may } = useSession();
  const [typed, setTyped] = useState('');
  const find = useMutation({
    mutationFn: async (text: string): Promise<string> => {
      const screen = screenOf(text);
      if (screen !== undefined) return screen;
      const digits = text.replaceAll(/[.\-\s]/g, '');
      if (/^\d{11}$/.test(digits)) {
        const path = { personId: digits };
        const { id } = await answerOf(api.GET('/v1/people/{personId}', { params: { path } }));
        return `/people/${id}`;
      }
      const cnpj = readCnpj(text);
      if (cnpj !== undefined) return `/companies/${cnpj}`;
      keepSearchedName(text);
      return may('people:read') ? '/people' : '/companies';
    },
    onMutate: startWay,
    onSuccess: (address, text, go) => {
      setTyped((now) => (now.trim() === text ? '' : now));
      go(address);
      onFound?.();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (typed.trim() !== '') find.mutate(typed.trim());
  };
  return (
    <search>
      <form onSubmit={submit}>
        <Popover
          opened={find.isError}
          withRoles={false}
          onDismiss={find.reset}
          width={320}
          position="bottom-start"
        >
          <Popover.Target>
            <TextInput
              aria-label={t('shell.find')}
              placeholder={t('shell.findHint')}
              value={typed}
              autoComplete="off"
              maxLength={120}
              onChange={({ currentTarget }) => {
                setTyped(currentTarget.value);
                find.reset();
              }}
            />
          </Popover.Target>
          <Popover.Dropdown>{find.error !== null && <ErrorNotice error={find.error} />}</Popover.Dropdown>
        </Popover>
      </form>
    </search>
  );
}
