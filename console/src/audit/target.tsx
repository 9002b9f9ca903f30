import { Anchor, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { screenOf } from '../parts/screen-of.ts';
import { CopyId, ShortId } from '../parts/short-id.tsx';

/** The thing that an event is about: its name where one is known, a link to its screen, a button that copies the id. */
export function Target({ id, name }: { readonly id: string; readonly name: string | undefined }) {
  const { t } = useTranslation();
  const screen = screenOf(id);
  const shown = name ?? <ShortId id={id} />;
  return (
    <Stack gap={0} style={{ overflowWrap: 'anywhere' }}>
      <span>
        {screen === undefined ? (
          shown
        ) : (
          <Anchor component={Link} href={screen}>
            {shown}
          </Anchor>
        )}
      </span>
      <CopyId id={id} title={name ?? t('common.id')} />
    </Stack>
  );
}
