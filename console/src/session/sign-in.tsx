import { Button, Divider, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/api-error.ts';
import { answerOf, api, serviceUrl } from '../api/client.ts';
import { sessionKey } from '../api/queries.ts';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { keepWay } from '../shell/hash-address.ts';
import { Card } from './card.tsx';
import { CodeForm } from './code-form.tsx';
import { canUsePasskeys } from './passkeys.ts';
import {
  confirmSecondFactor,
  type SecondFactor,
  type Session,
  signIn,
  signInWithPasskey,
} from './session.ts';
import { SignInFailure } from './sign-in-failure.tsx';

/** The refusal of a single sign-on that the service sent the browser back with; the address keeps nothing of it. */
function takeRefusal(): ApiError | undefined {
  // Anybody can write an address: it shows a code and an id, and no text.
  const [, code, requestId] = /^\?refused=([a-z_]{1,60})&request=([\da-f-]{36})$/.exec(location.search) ?? [];
  if (code === undefined) return undefined;
  history.replaceState(history.state, '', location.pathname + location.hash);
  return new ApiError(401, { code, requestId });
}

/** Asks for e-mail and password, then for the second factor; or for a passkey. */
export function SignIn() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const methods = useQuery({
    queryKey: [sessionKey[0], 'methods'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => answerOf(api.GET('/v1/session/methods', { signal })),
  });
  const [challenge, setChallenge] = useState<SecondFactor>();
  const [refusal] = useState(takeRefusal);
  const enter = (session: Session) => queries.setQueryData(sessionKey, session);
  const password = useMutation({
    mutationFn: ({ email, secret }: { email: string; secret: string }) => signIn(email, secret),
    onSuccess: setChallenge,
  });
  const passkey = useMutation({ mutationFn: signInWithPasskey, onSuccess: enter });
  const code = useMutation({
    mutationFn: ({ asked, value }: { asked: SecondFactor; value?: string }) =>
      confirmSecondFactor(asked, value),
    onSuccess: enter,
  });

  if (challenge !== undefined) {
    const hasCode = challenge.methods.includes('totp');
    return (
      <Card title={t('session.secondFactor')}>
        {hasCode && (
          <>
            <Text c="dimmed">{t('session.codeHint')}</Text>
            <CodeForm
              isBusy={code.isPending}
              label={t('session.code')}
              action={t('session.signIn')}
              onCode={(value) => code.mutate({ asked: challenge, value })}
            />
          </>
        )}
        {challenge.methods.includes('passkey') && canUsePasskeys() && (
          <Button
            variant={hasCode ? 'default' : 'filled'}
            loading={code.isPending}
            onClick={() => code.mutate({ asked: challenge })}
          >
            {t('session.usePasskey')}
          </Button>
        )}
        {code.error !== null && <SignInFailure error={code.error} ofCode />}
        <Button
          variant="subtle"
          onClick={() => {
            setChallenge(undefined);
            code.reset();
          }}
        >
          {t('session.back')}
        </Button>
      </Card>
    );
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    password.mutate({ email: String(form.get('email')), secret: String(form.get('password')) });
  };
  return (
    <Card title={t('session.signIn')}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            name="email"
            type="email"
            label={t('session.email')}
            autoComplete="username webauthn"
            required
            withAsterisk={false}
            autoFocus
          />
          <PasswordInput
            name="password"
            label={t('session.password')}
            autoComplete="current-password"
            required
            withAsterisk={false}
            visibilityToggleButtonProps={{ 'aria-label': t('session.showPassword') }}
          />
          {password.error !== null && <ErrorNotice error={password.error} />}
          <Button type="submit" loading={password.isPending}>
            {t('session.signIn')}
          </Button>
        </Stack>
      </form>
      {canUsePasskeys() && (
        <>
          <Divider label={t('session.or')} />
          <Button variant="default" loading={passkey.isPending} onClick={() => passkey.mutate()}>
            {t('session.passkey')}
          </Button>
          {passkey.error !== null && <SignInFailure error={passkey.error} />}
        </>
      )}
      {methods.data?.hasSso === true && (
        <Button component="a" variant="default" href={`${serviceUrl}/v1/session/sso`} onClick={keepWay}>
          {t('session.sso')}
        </Button>
      )}
      {refusal !== undefined && <ErrorNotice error={refusal} />}
      <Text size="sm" c="dimmed">
        {t('session.forgotten')}
      </Text>
    </Card>
  );
}
