import { MAX_MENU_COUNT } from '@training/shared/overview/overview';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useOverviewTopics } from '../features/overview/use-overview-topics.ts';
import { useLiveQuery } from '../lib/api/live-query.ts';
import { trpc } from '../lib/api/trpc.ts';
import { useWorkspaceSession } from '../lib/workspace.ts';
import {
  isShownTo,
  NAVIGATION,
  type NavigationItem,
  navigationTitleOf,
  navigationTitleWithCountOf,
} from '../lib/navigation.ts';
import classes from './shell.module.css';
import { translatorOf } from '../lib/i18n/translator.ts';

const t = translatorOf('frame');

/** The minimum milliseconds between fetches of the counts, because every page of every user has them. */
const PAUSE = 2_000;

/** The pages that the role may open, with counts of waiting items. */
export function NavigationList({ onNavigate }: { onNavigate?: () => void }) {
  const { user } = useWorkspaceSession();
  const counts = useLiveQuery(trpc.overview.counts.useQuery(), { topic: useOverviewTopics(), pause: PAUSE });
  useOnNewPage(counts);
  const items = NAVIGATION.filter((item) => isShownTo(item, { ...user, ...counts.data }));
  const waitingOn = ({ counted }: NavigationItem) => (counted && counts.data?.[counted]) ?? 0;
  return (
    <nav aria-label={t('pages')}>
      <ul className={classes.navigation}>
        {items.map((item) => (
          <li key={item.to}>
            <Link
              from="/$workspace"
              to={item.to}
              activeOptions={{ exact: item.to === '/$workspace', includeSearch: false }}
              className={classes.item}
              aria-label={nameOf(item, waitingOn(item))}
              data-waiting={waitingOn(item) > 0 ? shown(waitingOn(item)) : undefined}
              onClick={onNavigate}
            >
              <item.icon size={18} stroke={1.75} aria-hidden />
              {navigationTitleOf(item)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Refetches on navigation, because some of the user's own actions, such as studying, cause no live event. */
function useOnNewPage({ dataUpdatedAt, refetch }: { dataUpdatedAt: number; refetch: () => Promise<unknown> }): void {
  const pathname = useLocation({ select: (location) => location.pathname });
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (Date.now() - dataUpdatedAt > PAUSE) void refetch();
  }, [pathname, dataUpdatedAt, refetch]);
}

/** Returns "Review, 3 waiting"; undefined if nothing waits, so that the link's text is its name. */
function nameOf({ counted }: NavigationItem, waiting: number): string | undefined {
  return counted === undefined || waiting === 0 ? undefined : navigationTitleWithCountOf(counted, shown(waiting));
}

/** Formats the count, which the server caps. */
const shown = (waiting: number) => (waiting < MAX_MENU_COUNT ? String(waiting) : `${MAX_MENU_COUNT - 1}+`);
