import { Anchor, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { CopyId, ShortId } from '../parts/short-id.tsx';
import { useSession } from '../session/session.ts';

/** Why something was read: a link to the case that it was read for, or the words of whoever asked. */
export function Purpose({ purpose = '' }: { readonly purpose?: string | undefined }) {
  const { t } = useTranslation();
  const { may } = useSession();
  const [, id] = /^case (cas_[0-9a-f]{32})$/.exec(purpose) ?? [];
  if (id === undefined || !may('cases:read')) {
    return (
      <Text span inherit style={{ overflowWrap: 'anywhere' }}>
        {purpose}
      </Text>
    );
  }
  return (
    <>
      <Anchor component={Link} href={`/cases/${id}`} inherit>
        {t('cases.one')} <ShortId id={id} />
      </Anchor>{' '}
      <CopyId id={id} title={t('cases.one')} />
    </>
  );
}
