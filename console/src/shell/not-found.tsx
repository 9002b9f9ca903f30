import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useRoute } from 'wouter';
import { Page } from '../parts/page.tsx';

/** An address that leads nowhere, or to what the account may not see. */
export function NotFound() {
  const { t } = useTranslation();
  const [isInvitation] = useRoute('/invitation/:code');
  return (
    <Page title={t(isInvitation ? 'session.welcome' : 'shell.notFound')}>
      <Text>{t(isInvitation ? 'shell.invitationHint' : 'shell.notFoundHint')}</Text>
    </Page>
  );
}
