import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Page } from '../parts/page.tsx';

/** An address that leads nowhere, or to what the account may not see. */
export function NotFound() {
  const { t } = useTranslation();
  return (
    <Page title={t('shell.notFound')}>
      <Text>{t('shell.notFoundHint')}</Text>
    </Page>
  );
}
