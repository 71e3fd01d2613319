import { Burger, Drawer, ActionIcon, Menu, useMantineColorScheme } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { InboxButton } from '../features/notifications/inbox-button.tsx';
import { Finder, type Opened, SearchButton } from '../features/palette/finder.tsx';
import { problemOf } from '../lib/api/problem.ts';
import { useWorkspace } from '../lib/workspace.ts';
import { notifyProblem } from '../ui/notify.ts';
import { AccountMenu } from './account-menu.tsx';
import { NavigationList } from './navigation-list.tsx';
import classes from './shell.module.css';
import { useSignOut } from './use-sign-out.ts';
import { WorkspaceSwitcher } from './workspace-switcher.tsx';

const CHOICES = [
  { value: 'auto', label: 'Same as system', icon: IconDeviceDesktop },
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
] as const;

/** Selects the light, dark or system colour scheme, stored in this browser. */
function ColorSchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const current = CHOICES.find(({ value }) => value === colorScheme) ?? CHOICES[0];
  const choose = (value: string) => {
    const choice = CHOICES.find((candidate) => candidate.value === value);
    if (choice !== undefined) setColorScheme(choice.value);
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Colours: ${current.label.toLowerCase()}`}>
          <current.icon size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={current.value} onChange={(value) => choose(value)}>
          {CHOICES.map(({ value, label }) => (
            <Menu.RadioItem key={value} value={value} closeMenuOnClick>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Header, menu and main area. Uses own CSS, because Mantine's AppShell writes <style> elements. */
export function Frame({ children }: { children: ReactNode }) {
  const [opened, menu] = useDisclosure(false);
  const [finder, setFinder] = useState<Opened>(null);
  const main = useFocusOnNavigation();
  const { workspace, session } = useWorkspace();
  const leaving = useSignOut(session.email);
  const signOut = () => leaving.mutate(undefined, { onError: (error) => notifyProblem(problemOf(error)) });
  return (
    <div className={classes.frame}>
      <a href="#main" className={classes.skip}>
        Skip to the content
      </a>
      <header className={classes.header}>
        <Burger
          className={classes.burger}
          opened={opened}
          onClick={menu.toggle}
          size="sm"
          aria-label="Menu"
          aria-expanded={opened}
        />
        <Link to="/$workspace" params={{ workspace: workspace.slug }} className={classes.home} aria-label="Home">
          <img src="/icon.svg" alt="" width={26} height={26} />
        </Link>
        <div className={classes.workspace}>
          <WorkspaceSwitcher />
        </div>
        <SearchButton onClick={() => setFinder('palette')} />
        <InboxButton />
        <ColorSchemeSwitch />
        <AccountMenu onShortcuts={() => setFinder('shortcuts')} />
      </header>
      <div className={classes.sidebar}>
        <NavigationList />
      </div>
      <Drawer opened={opened} onClose={menu.close} title="Menu" size={280}>
        <NavigationList onNavigate={menu.close} />
      </Drawer>
      <Finder opened={finder} setOpened={setFinder} onSignOut={signOut} />
      <main id="main" className={classes.main} tabIndex={-1} ref={main}>
        {children}
      </main>
    </div>
  );
}

/** Focuses the new page after navigation, because the clicked link has disappeared. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null);
  const pathname = useLocation({ select: (location) => location.pathname });
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
