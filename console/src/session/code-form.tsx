import { Button, Stack, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';

/** Takes the code of an authenticator app. */
export function CodeForm({
  label,
  action,
  isBusy,
  onCode,
}: {
  readonly label: string;
  readonly action: string;
  readonly isBusy: boolean;
  readonly onCode: (code: string) => void;
}) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onCode(String(new FormData(event.currentTarget).get('code')).replaceAll(/\s/g, ''));
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          name="code"
          label={label}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={40}
          required
          withAsterisk={false}
          autoFocus
        />
        <Button type="submit" loading={isBusy}>
          {action}
        </Button>
      </Stack>
    </form>
  );
}
