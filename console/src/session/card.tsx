import { Container, Group, Image, Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import logo from '../shell/confere.svg';
import { LanguageMenu, SchemeButton } from '../shell/preferences.tsx';

/** One step of the way in, in the middle of the page. */
export function Card({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Confere`;
  }, [title]);
  return (
    <Container size={440} py="xl" component="main">
      <Stack gap="lg">
        <Group justify="space-between">
          <Group gap="xs">
            <Image src={logo} alt="" w={32} h={32} />
            <Text fw={700} size="lg">
              Confere
            </Text>
          </Group>
          <Group gap="xs">
            <LanguageMenu />
            <SchemeButton />
          </Group>
        </Group>
        <Paper className="raised" p="lg">
          <Stack>
            <Title order={1}>{title}</Title>
            {children}
          </Stack>
        </Paper>
      </Stack>
    </Container>
  );
}
