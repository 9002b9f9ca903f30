import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { screenOf } from './screen-of.ts';
import { ShortId } from './short-id.tsx';

/** A person or company by name, linked to the profile; by id where nobody knows a name. */
export function ProfileLink({ id, name }: { readonly id: string; readonly name?: string | undefined }) {
  return (
    <Anchor component={Link} href={screenOf(id) ?? '/'} title={id} style={{ overflowWrap: 'anywhere' }}>
      {name ?? <ShortId id={id} />}
    </Anchor>
  );
}
