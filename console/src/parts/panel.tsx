import { Paper, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A part of a screen with its heading. */
export function Panel({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Paper component="section" className="raised" p="md">
      <Stack gap="sm">
        <Title order={2}>{title}</Title>
        {children}
      </Stack>
    </Paper>
  );
}
