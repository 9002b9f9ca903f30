import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useAccounts } from './use-accounts.ts';

/** The recipient of a case: the id of an account, `nobody`, or null as long as nothing is chosen. */
export type Recipient = string | null;

const nobody = 'nobody';

/** A recipient as the service takes it: null for nobody. */
export function accountIdOf(recipient: string): string | null {
  return recipient === nobody ? null : recipient;
}

/** A field for the account that a case goes to. Nobody is a choice, too; nothing is chosen beforehand. */
export function AccountSelect({
  value,
  onChange,
}: {
  readonly value: Recipient;
  readonly onChange: (recipient: Recipient) => void;
}) {
  const { t } = useTranslation();
  const accounts = useAccounts();
  return (
    <Select
      label={t('cases.to')}
      placeholder={t('cases.chooseAccount')}
      w={240}
      value={value}
      onChange={onChange}
      allowDeselect={false}
      data={[
        ...accounts
          .filter(
            ({ isDisabled, role }) =>
              !isDisabled && ['administrator', 'supervisor', 'analyst'].includes(role),
          )
          .map(({ id, name, role }) => ({ value: id, label: `${name} · ${t(`accounts.roles.${role}`)}` })),
        { value: nobody, label: t('cases.nobody') },
      ]}
    />
  );
}
