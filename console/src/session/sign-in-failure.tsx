import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/api-error.ts';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { PasskeyError } from './passkeys.ts';

/** Why a sign-in stopped, and what to do: a wrong code and a passkey that was not used are no faults of the page. */
export function SignInFailure({
  error,
  ofCode = false,
}: {
  readonly error: Error;
  readonly ofCode?: boolean;
}) {
  const { t } = useTranslation();
  if (error instanceof PasskeyError) {
    return (
      <Alert color="yellow" variant="light" role="alert" title={t('session.passkeyStopped')} w="100%">
        {t(error.isHere ? 'session.passkeyHere' : 'session.passkeyStoppedHint')}
      </Alert>
    );
  }
  if (ofCode && error instanceof ApiError && error.code === 'credentials_wrong') {
    return (
      <Alert color="red" variant="light" role="alert" title={t('session.codeWrong')} w="100%">
        {t('session.codeWrongHint')}
      </Alert>
    );
  }
  return <ErrorNotice error={error} />;
}
