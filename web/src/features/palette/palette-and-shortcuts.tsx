import classes from './search-button.module.css';
import { useNavigate } from '@tanstack/react-router';
import { permissionReachOf } from '@training/shared/permissions';
import { useShortcut, useShortcutListener, formatAriaKeys, keyLabelsOf } from '../../lib/shortcuts.ts';
import { useWorkspaceSession } from '../../lib/workspace.ts';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { headingOfGlobalShortcuts, headingOfGoToPageShortcuts, PALETTE_SHORTCUT } from './groups.ts';
import { listMenuPages, type PalettePage } from './pages.ts';
import { Kbd, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { translatorOf } from '../../lib/i18n/translator.ts';

// Each page has the button and the shortcuts, but not what the palette finds.
const t = translatorOf('frame');

/** Opens the palette by mouse or touch. */
export function OpenPaletteButton({ onClick }: { onClick: () => void }) {
  return (
    <UnstyledButton
      className={classes.button}
      onClick={onClick}
      aria-haspopup="dialog"
      aria-keyshortcuts={formatAriaKeys(PALETTE_SHORTCUT)}
    >
      <IconSearch size={18} stroke={1.75} aria-hidden />
      <span className={classes.words}>{t('search')}</span>
      <Kbd size="xs" className={classes.keys} aria-hidden>
        {keyLabelsOf(PALETTE_SHORTCUT).join(' ')}
      </Kbd>
    </UnstyledButton>
  );
}

const Palette = lazyDialog(async () => (await import('./palette.tsx')).Palette, { opened: false });
const ShortcutsDialog = lazyDialog(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog, {
  opened: false,
});

export type PaletteDialogKind = 'palette' | 'shortcuts' | null;

interface FinderProps {
  opened: PaletteDialogKind;
  setOpened: (opened: PaletteDialogKind) => void;
  onSignOut: () => void;
}

/** The palette, the shortcut list, and the global shortcuts. */
export function PaletteAndShortcuts({ opened, setOpened, onSignOut }: FinderProps) {
  const { user } = useWorkspaceSession();
  useShortcutListener();
  const group = headingOfGlobalShortcuts();
  useShortcut({ keys: PALETTE_SHORTCUT, does: t('search'), group }, () => setOpened('palette'));
  useShortcut({ keys: '/', does: t('search'), group }, () => setOpened('palette'));
  useShortcut({ keys: '?', does: t('showKeyboardShortcuts'), group }, () => setOpened('shortcuts'));
  const close = () => setOpened(null);
  return (
    <>
      {listMenuPages()
        .filter(({ permission }) => permissionReachOf(user.role, permission) !== undefined)
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

function PageKey({ page: { to, title, key } }: { page: PalettePage }) {
  const { workspace } = useWorkspaceSession();
  const navigate = useNavigate();
  useShortcut(
    key === undefined ? null : { keys: `g ${key}`, does: title, group: headingOfGoToPageShortcuts() },
    () => void navigate({ to, params: { workspace: workspace.slug } }),
  );
  return null;
}
