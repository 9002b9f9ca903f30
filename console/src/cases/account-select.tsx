import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useAccounts } from './use-accounts.ts';

/** A field for the account that a case goes to; empty for nobody. */
export function AccountSelect() {
  const { t } = useTranslation();
  const accounts = useAccounts();
  return (
    <Select
      name="accountId"
      label={t('cases.to')}
      placeholder={t('cases.nobody')}
      w={240}
      clearable
      clearButtonProps={{ 'aria-label': t('common.clear') }}
      data={accounts
        .filter(
          ({ isDisabled, role }) => !isDisabled && ['administrator', 'supervisor', 'analyst'].includes(role),
        )
        .map(({ id, name, role }) => ({ value: id, label: `${name} · ${t(`accounts.roles.${role}`)}` }))}
    />
  );
}
