import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { reachOf } from '@training/shared/permissions';
import { useMemo, useState } from 'react';
import { SLOW, trpc } from '../../lib/api/trpc.ts';
import { useWorkspace } from '../../lib/workspace.ts';
import { type Entry, groupsAtFirst, groupsFor } from './entries.ts';
import { PAGES } from './pages.ts';
import { recentEntries } from './recent.ts';

/** Milliseconds to wait after the last keystroke before searching. */
const PAUSE = 150;
const LONGEST_QUERY = 200;

/** Returns the palette's entries for the typed text. */
export function useEntries(typed: string) {
  const { workspace, session } = useWorkspace();
  const pages = usePageEntries();
  const [recent] = useState(() => recentEntries(session.email, workspace.slug));
  const query = typed.trim().slice(0, LONGEST_QUERY);
  const [asked] = useDebouncedValue(query, PAUSE);
  const found = trpc.search.find.useQuery(
    { query: asked },
    { enabled: asked !== '', placeholderData: keepPreviousData, trpc: { ...SLOW.trpc, abortOnUnmount: true } },
  );
  if (query === '') return { groups: groupsAtFirst(recent, pages), isSearching: false, error: null };
  const isSearching = asked !== query || found.isFetching;
  // Keeps the previous results until the response arrives, to avoid flicker, but not after an empty query.
  const known = asked === '' ? undefined : found.data;
  return { groups: groupsFor(query, pages, known), isSearching, error: found.error };
}

function usePageEntries(): Entry[] {
  const { workspace, user } = useWorkspace();
  const router = useRouter();
  return useMemo(() => {
    const inside = `/${workspace.slug}`;
    return PAGES.filter(({ permission }) => reachOf(user.role, permission) !== undefined).map(({ to, hash, title }) => {
      const { pathname } = router.buildLocation({ to, params: { workspace: workspace.slug } });
      return {
        kind: 'page',
        path: `${pathname.slice(inside.length) || '/'}${hash === undefined ? '' : `#${hash}`}`,
        title,
        detail: '',
      };
    });
  }, [router, user.role, workspace.slug]);
}
