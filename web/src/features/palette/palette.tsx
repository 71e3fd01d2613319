// oxlint-disable-next-line no-restricted-imports -- it has no title, so it is composed of a dialog's parts
import { Modal, CloseButton, Loader, Text, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState, type KeyboardEvent, useId, useMemo } from 'react';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { permissionReachOf } from '@training/shared/permissions';
import { restoreLostFocus } from '../../ui/focus.ts';
import { useReturnedFocus } from '../../ui/returned-focus.ts';
import { useWorkspaceSession } from '../../lib/workspace.ts';
import { toDisplayableProblem } from '../../lib/api/problem.ts';
import { SLOW_QUERY_OPTIONS, trpc } from '../../lib/api/trpc.ts';
import { commandTextsOf, DIRECT_COMMANDS, type DirectCommand, isDirectCommandPath, PAGE_COMMANDS } from './commands.ts';
import {
  type EntryWithKeywords,
  type PaletteEntry,
  groupEntriesForEmptyQuery,
  groupEntriesForQuery,
} from './entries.ts';
import { storeRecentEntry, loadRecentEntries } from './recent.ts';
import { EntryList } from './entry-list.tsx';
import classes from './palette.module.css';
import { listPagesFoundByName } from './pages-found-by-name.ts';
import type { PalettePage } from './pages.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('palette');

interface PaletteProps {
  opened: boolean;
  onShortcuts: () => void;
  onSignOut: () => void;
  onClose: () => void;
}

/** Opens any page and runs any command by a few letters, with a list of matches. */
export function Palette({ opened, onShortcuts, onSignOut, onClose }: PaletteProps) {
  const [hasChosen, setHasChosen] = useState(false);
  const { workspace, session } = useWorkspaceSession();
  // The opened page takes the focus; if none was chosen, it is restored.
  const dialog = useReturnedFocus(opened, !hasChosen);
  const router = useRouter();
  const { setColorScheme } = useMantineColorScheme();
  const run: Record<DirectCommand, () => void> = {
    '/#dark': () => setColorScheme('dark'),
    '/#light': () => setColorScheme('light'),
    '/#system-colours': () => setColorScheme('auto'),
    '/#shortcuts': onShortcuts,
    '/#sign-out': onSignOut,
  };
  const choose = (entry: PaletteEntry) => {
    if (isDirectCommandPath(entry.path)) {
      onClose();
      run[entry.path]();
      return;
    }
    storeRecentEntry(session.email, workspace.slug, entry);
    setHasChosen(true);
    onClose();
    router.history.push(`/${workspace.slug}${entry.path}`);
  };
  return (
    <Modal.Root
      ref={dialog}
      opened={opened}
      onClose={onClose}
      lockScroll={false}
      transitionProps={{ transition: 'fade' }}
      yOffset="10dvh"
      size="lg"
      padding={0}
      returnFocus={false}
      onExitTransitionEnd={() => {
        setHasChosen(false);
        restoreLostFocus(document.getElementById('main'));
      }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={t('search')}>
        <Modal.Body>
          <PaletteField onChoose={choose} onClose={onClose} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** Milliseconds to wait after the last keystroke before searching. */
const PAUSE = 150;
const LONGEST_QUERY = 200;

/** Returns the palette's entries for the typed text. */
function useEntries(typed: string) {
  const { workspace, session } = useWorkspaceSession();
  const pages = usePageEntries();
  const commands = useCommandEntries();
  const [recent] = useState(() => loadRecentEntries(session.email, workspace.slug));
  const query = typed.trim().slice(0, LONGEST_QUERY);
  const [asked] = useDebouncedValue(query, PAUSE);
  const found = trpc.search.find.useQuery(
    { query: asked },
    {
      enabled: asked !== '',
      placeholderData: keepPreviousData,
      trpc: { ...SLOW_QUERY_OPTIONS.trpc, abortOnUnmount: true },
    },
  );
  if (query === '')
    return { groups: groupEntriesForEmptyQuery(recent, { pages, commands }), isSearching: false, error: null };
  const isSearching = asked !== query || found.isFetching;
  // Keeps the previous results until the response arrives, to avoid flicker, but not after an empty query.
  const known = asked === '' ? undefined : found.data;
  return { groups: groupEntriesForQuery(query, { pages, commands }, known), isSearching, error: found.error };
}

function usePageEntries(): EntryWithKeywords[] {
  const { workspace, user } = useWorkspaceSession();
  const router = useRouter();
  return useMemo(() => {
    const pages = listPagesFoundByName().filter(
      ({ permission }) => permissionReachOf(user.role, permission) !== undefined,
    );
    return pages.map(({ to, hash, title, also }) => ({
      kind: 'page',
      path: pathOf(router, workspace.slug, to, hash),
      title,
      also,
      detail: '',
    }));
  }, [router, user.role, workspace.slug]);
}

function useCommandEntries(): EntryWithKeywords[] {
  const { workspace, user } = useWorkspaceSession();
  const router = useRouter();
  return useMemo(() => {
    const ofPages = PAGE_COMMANDS.filter(({ permission }) => permissionReachOf(user.role, permission) !== undefined);
    return [
      ...ofPages.map(({ name, to, hash }) => ({ name, path: pathOf(router, workspace.slug, to, hash) })),
      ...Object.entries(DIRECT_COMMANDS).map(([path, name]) => ({ name, path })),
    ].map(({ name, path }) => ({ kind: 'command', detail: '', path, ...commandTextsOf(name) }) as const);
  }, [router, user.role, workspace.slug]);
}

/** Returns the path within the workspace. */
function pathOf(
  router: ReturnType<typeof useRouter>,
  slug: string,
  to: PalettePage['to'],
  hash: string | undefined,
): string {
  const { pathname } = router.buildLocation({ to, params: { workspace: slug } });
  return `${pathname.slice(slug.length + 1) || '/'}${hash === undefined ? '' : `#${hash}`}`;
}

interface FieldProps {
  onChoose: (entry: PaletteEntry) => void;
  onClose: () => void;
}

/** A combobox: the focus stays in the field, and the arrow keys move through the results. */
function PaletteField({ onChoose, onClose }: FieldProps) {
  const [typed, setTyped] = useState('');
  const [activePath, setActivePath] = useState<string | null>(null);
  const { groups, isSearching, error } = useEntries(typed);
  const list = useId();
  const entries = groups.flatMap((group) => group.entries);
  const active = Math.max(
    0,
    entries.findIndex(({ path }) => path === activePath),
  );
  const current = entries[active];
  // A page and a command may have the same path.
  const idOf = ({ kind, path }: PaletteEntry) => `${list}${kind}${path}`;
  const move = (by: number) => setActivePath(entries.at((active + by) % entries.length)?.path ?? null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    // The key that opened the palette closes it, instead of opening the browser's own search.
    if (event.key === 'k' && (event.ctrlKey || event.metaKey)) onClose();
    else if (current === undefined) return;
    else if (event.key === 'Enter') onChoose(current);
    else if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className={classes.head}>
        <input
          className={classes.field}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setActivePath(null);
          }}
          onKeyDown={onKeyDown}
          placeholder={t('search')}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          role="combobox"
          aria-label={t('search')}
          aria-autocomplete="list"
          aria-expanded={entries.length > 0}
          aria-controls={list}
          aria-activedescendant={current && idOf(current)}
          data-autofocus
        />
        {isSearching && <Loader size="xs" aria-hidden />}
        <CloseButton aria-label={t('close')} onClick={onClose} />
      </div>
      <EntryList id={list} groups={groups} active={current?.path} idOf={idOf} onChoose={onChoose} />
      {error !== null && (
        <Text role="alert" className={classes.note}>
          {toDisplayableProblem(error).detail}
        </Text>
      )}
      {entries.length === 0 && error === null && (
        <Text c="dimmed" className={classes.note}>
          {isSearching ? t('searching') : t('nothingFoundFor', { query: typed.trim() })}
        </Text>
      )}
      <VisuallyHidden component="output">{isSearching ? '' : t('results', { count: entries.length })}</VisuallyHidden>
    </>
  );
}
