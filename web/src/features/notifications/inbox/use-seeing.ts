import { useDocumentVisibility } from '@mantine/hooks';
import type { Inbox, InboxItem } from '@training/shared/notifications/inbox';
import { useEffect, useRef, useState } from 'react';
import { trpc } from '../../../lib/api/trpc.ts';

/** Marks displayed notifications as seen, and remembers which were new when the list was opened. */
export function useSeeing(inbox: Inbox | undefined) {
  const utils = trpc.useUtils().notifications;
  const isShown = useDocumentVisibility() === 'visible';
  const [news, setNews] = useState<ReadonlySet<string>>(new Set());
  const sent = useRef(new Set<string>());
  const { mutate, error } = trpc.notifications.see.useMutation({
    onSuccess: (count) => utils.unseen.setData(undefined, count),
    onSettled: () => void utils.inbox.invalidate(),
  });
  useEffect(() => {
    if (inbox === undefined || !isShown) return;
    const unseen = inbox.items.filter(({ id, seen }) => !seen && !sent.current.has(id)).map(({ id }) => id);
    if (unseen.length === 0) return;
    // Once per notification, even if refused; a newly opened page tries again.
    for (const id of unseen) sent.current.add(id);
    setNews((before) => new Set([...before, ...unseen]));
    mutate({ ids: unseen });
  }, [inbox, isShown, mutate]);
  const oldest = inbox?.items.at(-1);
  return {
    isNew: ({ id, seen }: InboxItem) => !seen || news.has(id),
    seeAll: () => oldest && mutate({ ids: [], older_than: oldest.at }),
    problem: error,
  };
}
