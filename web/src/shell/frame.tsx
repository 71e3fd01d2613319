import { ActionIcon, Burger, useMantineColorScheme } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { InboxButton } from '../features/notifications/inbox-button.tsx';
import {
  PaletteAndShortcuts,
  type PaletteDialogKind,
  OpenPaletteButton,
} from '../features/palette/palette-and-shortcuts.tsx';
import { toDisplayableProblem } from '../lib/api/problem.ts';
import { useWorkspaceSession } from '../lib/workspace.ts';
import { notifyProblem } from '../ui/notify.ts';
import { AccountMenu } from './account-menu.tsx';
import { HeaderPanel } from '../ui/dialogs/header-panel.tsx';
import { PanelHeading } from '../ui/dialogs/panel-heading.tsx';
import { NavigationList } from './navigation-list.tsx';
import classes from './shell.module.css';
import { useSignOut } from './use-sign-out.ts';
import { WorkspaceSwitcher } from './workspace-switcher.tsx';
import { translatorOf } from '../lib/i18n/translator.ts';

const t = translatorOf('frame');

const CHOICES = [
  { value: 'auto', icon: IconDeviceDesktop },
  { value: 'light', icon: IconSun },
  { value: 'dark', icon: IconMoon },
] as const;

/** Switches between the system's colour scheme, light and dark. The choice is stored in this browser. */
function ColorSchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const at = CHOICES.findIndex(({ value }) => value === colorScheme);
  const current = CHOICES[at] ?? CHOICES[0];
  const next = CHOICES[at + 1] ?? CHOICES[0];
  const label = t(`colours.${current.value}`);
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={label}
      title={label}
      onClick={() => setColorScheme(next.value)}
    >
      <current.icon size={20} aria-hidden />
    </ActionIcon>
  );
}

/** Header, menu and main area. Uses own CSS, because Mantine's AppShell writes <style> elements. */
export function ConsoleFrame({ children }: { children: ReactNode }) {
  const [finder, setFinder] = useState<PaletteDialogKind>(null);
  const main = useFocusOnNavigation();
  const { session } = useWorkspaceSession();
  const leaving = useSignOut(session.email);
  const signOut = () => leaving.mutate(undefined, { onError: (error) => notifyProblem(toDisplayableProblem(error)) });
  return (
    <div className={classes.frame}>
      <a href="#main" className={classes.skip}>
        {t('skipToContent')}
      </a>
      <header className={classes.header}>
        <HeaderPanel
          label={t('menu')}
          kind="drawer"
          opener={(props) => <Burger className={classes.burger} size="sm" aria-label={t('menu')} {...props} />}
        >
          {(close) => (
            <>
              <PanelHeading title={t('menu')} onClose={close} />
              <NavigationList onNavigate={close} />
            </>
          )}
        </HeaderPanel>
        <Link from="/$workspace" to="/$workspace" className={classes.home} aria-label={t('home')}>
          <img src="/icon.svg" alt="" width={26} height={26} />
        </Link>
        <div className={classes.workspace}>
          <WorkspaceSwitcher />
        </div>
        <OpenPaletteButton onClick={() => setFinder('palette')} />
        <InboxButton />
        <ColorSchemeSwitch />
        <AccountMenu onShortcuts={() => setFinder('shortcuts')} />
      </header>
      <div className={classes.sidebar}>
        <NavigationList />
      </div>
      <PaletteAndShortcuts opened={finder} setOpened={setFinder} onSignOut={signOut} />
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
