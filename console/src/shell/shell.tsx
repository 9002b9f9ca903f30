import {
  Alert,
  AppShell,
  Box,
  Burger,
  Center,
  Group,
  Image,
  Loader,
  NavLink,
  ScrollArea,
  Text,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Redirect, Route, Switch, useLocation } from 'wouter';
import { DecisionNotices } from '../cases/decision-notices.tsx';
import { useHeldDecisions } from '../cases/held-decisions.ts';
import { WaitingCount } from '../cases/waiting-count.tsx';
import { PageFailure } from '../parts/page-failure.tsx';
import { useSession } from '../session/session.ts';
import { AccountMenu } from './account-menu.tsx';
import logo from './confere.svg';
import { DeploymentBar } from './deployment-bar.tsx';
import { FindAnything } from './find-anything.tsx';
import { NotFound } from './not-found.tsx';
import { LanguageMenu, SchemeButton } from './preferences.tsx';
import { sections } from './sections.ts';

/** Navigation by what the account may see, and the screen of the address. */
export function Shell() {
  const { t } = useTranslation();
  const { may, account } = useSession();
  const [roleBefore, setRoleBefore] = useState(account.role);
  const { decisions } = useHeldDecisions();
  const [location] = useLocation();
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const visible = sections.filter(({ scopes }) => scopes.length === 0 || may(...scopes));
  const first = visible[0]?.path ?? '/nothing';
  return (
    <>
      <button
        type="button"
        className="skip-link"
        onClick={() => document.querySelector<HTMLElement>('main')?.focus()}
      >
        {t('shell.skip')}
      </button>
      <AppShell
        header={{ height: 56 }}
        navbar={{ width: 224, breakpoint: 'md', collapsed: { mobile: !isOpen } }}
        padding="md"
      >
        <AppShell.Header bg="var(--confere-raised)">
          <Group h="100%" px="md" justify="space-between" wrap="nowrap">
            <Group gap="xs" wrap="nowrap">
              <Burger
                opened={isOpen}
                onClick={toggle}
                hiddenFrom="md"
                size="sm"
                aria-label={t('shell.navigation')}
              />
              <Image src={logo} alt="" w={28} h={28} />
              <Text fw={700}>Confere</Text>
            </Group>
            <Box flex={1} maw={360} visibleFrom="sm">
              <FindAnything />
            </Box>
            <Group gap="xs" wrap="nowrap">
              <LanguageMenu />
              <SchemeButton />
              <AccountMenu />
            </Group>
          </Group>
        </AppShell.Header>
        <AppShell.Navbar bg="var(--confere-raised)" aria-label={t('shell.navigation')}>
          <ScrollArea p="xs">
            <Box hiddenFrom="sm" pb="xs">
              <FindAnything onFound={close} />
            </Box>
            {visible
              .filter(({ isUnlisted }) => isUnlisted !== true)
              .map(({ key, path }) => (
                <NavLink
                  key={key}
                  component={Link}
                  href={path}
                  label={t(`shell.sections.${key}`)}
                  rightSection={key === 'cases' ? <WaitingCount /> : undefined}
                  active={location === path || location.startsWith(`${path}/`)}
                  aria-current={location === path ? 'page' : undefined}
                  onClick={close}
                />
              ))}
          </ScrollArea>
        </AppShell.Navbar>
        <AppShell.Main tabIndex={-1}>
          <DeploymentBar />
          {decisions.length > 0 && <DecisionNotices />}
          {account.role !== roleBefore && (
            <Box className="notices">
              <Alert
                role="alert"
                color="orange"
                withCloseButton
                closeButtonLabel={t('common.close')}
                onClose={() => setRoleBefore(account.role)}
              >
                {t('shell.roleNow', { role: t(`accounts.roles.${account.role}`) })}
              </Alert>
            </Box>
          )}
          <PageFailure key={location}>
            <Suspense
              fallback={
                <Center mih="40vh">
                  <Loader aria-label={t('common.loading')} />
                </Center>
              }
            >
              <Switch>
                {visible.flatMap(({ path, Screen, below = {} }) => [
                  <Route key={path} path={path}>
                    <Screen />
                  </Route>,
                  ...Object.entries(below).map(([rest, Below]) => (
                    <Route key={path + rest} path={path + rest}>
                      <Below />
                    </Route>
                  )),
                ])}
                <Route path="/">
                  <Redirect to={first} replace />
                </Route>
                <Route>
                  <NotFound />
                </Route>
              </Switch>
            </Suspense>
          </PageFailure>
        </AppShell.Main>
      </AppShell>
    </>
  );
}
