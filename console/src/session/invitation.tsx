import {
  Alert,
  Box,
  Button,
  Center,
  Code,
  Divider,
  Loader,
  PasswordInput,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { encode } from 'uqr';
import { Link, useLocation } from 'wouter';
import { ApiError } from '../api/api-error.ts';
import { answerOf, api } from '../api/client.ts';
import { sessionKey } from '../api/queries.ts';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { Card } from './card.tsx';
import { CodeForm } from './code-form.tsx';
import { canUsePasskeys, makePasskey } from './passkeys.ts';
import { keep } from './session.ts';
import { SignInFailure } from './sign-in-failure.tsx';

type Choice = { readonly password?: string; readonly name?: string; readonly email?: string };

/** Makes an account from a link: a password and an authenticator app, or a passkey alone. */
export function Invitation({ code }: { readonly code: string }) {
  const { t, i18n } = useTranslation();
  const queries = useQueryClient();
  const [, go] = useLocation();
  const [isDifferent, setDifferent] = useState(false);
  const invited = useQuery({
    queryKey: [sessionKey[0], 'invitation', code],
    queryFn: () => answerOf(api.POST('/v1/invitations/open', { body: { code } })),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const confirm = useMutation({
    mutationFn: (body: { enrolmentId: string; code?: string; passkey?: never }) =>
      answerOf(api.POST('/v1/invitations/confirm', { body })),
    onSuccess: (session) => {
      // The first account chooses its address; the screen of the system has its first steps.
      go(invited.data?.isEmailChoosable === true ? '/system' : '/', { replace: true });
      queries.setQueryData(sessionKey, keep(session));
    },
  });
  const accept = useMutation({
    mutationFn: (choice: Choice) =>
      answerOf(
        api.POST('/v1/invitations/accept', {
          body: { code, locale: i18n.language === 'en' ? 'en' : 'pt-BR', ...choice },
        }),
      ),
    onSuccess: async ({ enrolmentId, passkeyOptions }) => {
      if (passkeyOptions === undefined) return;
      confirm.mutate({ enrolmentId, passkey: await makePasskey(passkeyOptions) });
    },
  });

  // The account that the link made may be whoever opens it again.
  const isOver = [invited.error, accept.error, confirm.error].some(
    (error) => error instanceof ApiError && error.code === 'invitation_invalid',
  );
  const wayIn = isOver && (
    <Button component={Link} href="/" variant="subtle">
      {t('session.signIn')}
    </Button>
  );

  if (invited.data === undefined) {
    return (
      <Card title={t('session.welcome')}>
        {invited.error === null ? (
          <Center>
            <Loader aria-label={t('common.loading')} />
          </Center>
        ) : (
          <ErrorNotice error={invited.error} />
        )}
        {wayIn}
      </Card>
    );
  }

  const enrolment = accept.data;
  if (enrolment?.totp !== undefined) {
    const { secret, uri } = enrolment.totp;
    return (
      <Card title={t('session.secondFactor')}>
        <Text>{t('session.scan')}</Text>
        <QrCode text={uri} label={t('session.qrCode')} />
        <Text size="sm">
          {t('session.orType')} <Code className="number">{secret}</Code>
        </Text>
        <CodeForm
          isBusy={confirm.isPending}
          label={t('session.code')}
          action={t('session.finish')}
          onCode={(value) => confirm.mutate({ enrolmentId: enrolment.enrolmentId, code: value })}
        />
        {confirm.error !== null && <SignInFailure error={confirm.error} ofCode />}
        {wayIn}
        <Button
          variant="subtle"
          onClick={() => {
            accept.reset();
            confirm.reset();
          }}
        >
          {t('session.back')}
        </Button>
      </Card>
    );
  }

  const { role, name, email, isReset, isEmailChoosable } = invited.data;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const isPasskey = (event.nativeEvent as SubmitEvent).submitter?.getAttribute('value') === 'passkey';
    const text = (field: string) => String(form.get(field) ?? '').trim();
    const person: Choice = {
      ...(text('name') === '' ? {} : { name: text('name') }),
      ...(isEmailChoosable && text('email') !== '' ? { email: text('email') } : {}),
    };
    if (isPasskey) {
      accept.mutate(person);
      return;
    }
    const password = String(form.get('password'));
    const isSame = password === form.get('again');
    setDifferent(!isSame);
    if (isSame) accept.mutate({ ...person, password });
  };
  const failure = accept.error ?? confirm.error;
  return (
    <Card title={t(isReset ? 'session.anew' : 'session.welcome')}>
      <Text c="dimmed">
        {t('session.invitedAs', { role: t(`accounts.roles.${role}`) })}{' '}
        {t(canUsePasskeys() ? 'session.chooseEither' : 'session.choosePassword')}
      </Text>
      <form onSubmit={submit}>
        <Stack>
          {!isReset && (
            <TextInput
              name="name"
              label={t('session.name')}
              defaultValue={name}
              autoComplete="name"
              maxLength={100}
            />
          )}
          <TextInput
            name="email"
            type="email"
            label={t('session.email')}
            defaultValue={email}
            readOnly={!isEmailChoosable}
            autoComplete="username"
            maxLength={254}
          />
          <PasswordInput
            name="password"
            label={t('session.newPassword')}
            description={t('session.passwordRule')}
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': t('session.showPassword') }}
          />
          <PasswordInput
            name="again"
            label={t('session.again')}
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': t('session.showPassword') }}
            error={isDifferent ? t('session.different') : undefined}
          />
          <Button type="submit" value="password" loading={accept.isPending}>
            {t('session.continue')}
          </Button>
          {canUsePasskeys() && (
            <>
              <Divider label={t('session.or')} />
              <Button type="submit" value="passkey" variant="default" loading={accept.isPending}>
                {t('session.passkeyAlone')}
              </Button>
            </>
          )}
          {failure !== null && <SignInFailure error={failure} />}
          {wayIn}
        </Stack>
      </form>
      <Alert color="gray" variant="light">
        {t('session.linkOnce')}
      </Alert>
    </Card>
  );
}

function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = useMemo(() => encode(text, { border: 2 }), [text]);
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <Box bg="#fff" p={8} w={220} maw="100%" mx="auto">
      <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} width="100%">
        <path d={path} fill="#000" />
      </svg>
    </Box>
  );
}
