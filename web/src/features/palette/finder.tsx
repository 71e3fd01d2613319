import classes from './search-button.module.css';
import { useNavigate } from '@tanstack/react-router';
import { reachOf } from '@training/shared/permissions';
import { useShortcut, useShortcutKeys, ariaKeys, keyCaps } from '../../lib/shortcuts.ts';
import { useWorkspace } from '../../lib/workspace.ts';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { everywhereHeading, pagesHeading, PALETTE_KEYS } from './groups.ts';
import { menuPages, type Page } from './pages.ts';
import { Kbd, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { translatorOf } from '../../lib/i18n/translator.ts';

// Each page has the button and the shortcuts, but not what the palette finds.
const t = translatorOf('frame');

/** Opens the palette by mouse or touch. */
export function SearchButton({ onClick }: { onClick: () => void }) {
  return (
    <UnstyledButton
      className={classes.button}
      onClick={onClick}
      aria-haspopup="dialog"
      aria-keyshortcuts={ariaKeys(PALETTE_KEYS)}
    >
      <IconSearch size={18} stroke={1.75} aria-hidden />
      <span className={classes.words}>{t('search')}</span>
      <Kbd size="xs" className={classes.keys} aria-hidden>
        {keyCaps(PALETTE_KEYS).join(' ')}
      </Kbd>
    </UnstyledButton>
  );
}

const Palette = lazyDialog(async () => (await import('./palette.tsx')).Palette, { opened: false });
const ShortcutsDialog = lazyDialog(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog, {
  opened: false,
});

export type OpenedFinder = 'palette' | 'shortcuts' | null;

interface FinderProps {
  opened: OpenedFinder;
  setOpened: (opened: OpenedFinder) => void;
  onSignOut: () => void;
}

/** The palette, the shortcut list, and the global shortcuts. */
export function Finder({ opened, setOpened, onSignOut }: FinderProps) {
  const { user } = useWorkspace();
  useShortcutKeys();
  const group = everywhereHeading();
  useShortcut({ keys: PALETTE_KEYS, does: t('search'), group }, () => setOpened('palette'));
  useShortcut({ keys: '/', does: t('search'), group }, () => setOpened('palette'));
  useShortcut({ keys: '?', does: t('showKeyboardShortcuts'), group }, () => setOpened('shortcuts'));
  const close = () => setOpened(null);
  return (
    <>
      {menuPages()
        .filter(({ permission }) => reachOf(user.role, permission) !== undefined)
        .map((page) => (
          <PageKey key={page.to} page={page} />
        ))}
      <Palette
        opened={opened === 'palette'}
        onShortcuts={() => setOpened('shortcuts')}
        onSignOut={onSignOut}
        onClose={close}
      />
      <ShortcutsDialog opened={opened === 'shortcuts'} onClose={close} />
    </>
  );
}

function PageKey({ page: { to, title, key } }: { page: Page }) {
  const { workspace } = useWorkspace();
  const navigate = useNavigate();
  useShortcut(
    key === undefined ? null : { keys: `g ${key}`, does: title, group: pagesHeading() },
    () => void navigate({ to, params: { workspace: workspace.slug } }),
  );
  return null;
}
