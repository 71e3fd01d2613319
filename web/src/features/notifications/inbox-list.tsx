import { Button, Group } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { topics } from '@training/shared/live';
import { INBOX_PAGE, type Inbox, type InboxItem } from '@training/shared/notifications/inbox';
import { useState, useEffect, useRef } from 'react';
import { useDocumentVisibility } from '@mantine/hooks';
import { useLiveQuery } from '../../lib/api/live-query.ts';
import { problemOf } from '../../lib/api/problem.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { useWorkspace } from '../../lib/workspace.ts';
import { PageState } from '../../ui/pages/page-state.tsx';
import { EmptyState, FailedState, Loading } from '../../ui/pages/states.tsx';
import classes from './inbox.module.css';
import { InboxRow } from './inbox-row.tsx';

const FIRST = 20;

/** The newest notifications. Displayed ones are marked as seen, and not mailed any more. */
export function InboxList({ onLeave }: { onLeave: () => void }) {
  const { user } = useWorkspace();
  const [limit, setLimit] = useState(FIRST);
  const inbox = useLiveQuery(trpc.notifications.inbox.useQuery({ limit }, { placeholderData: (before) => before }), {
    topic: topics.inbox(user.id),
  });
  const { isNew, seeAll, problem } = useSeeing(inbox.data);
  return (
    <PageState query={inbox} what="the notifications" loading={<Loading label="Loading notifications" rows={3} />}>
      {({ items, next, unseen }) =>
        items.length === 0 ? (
          <EmptyState title="No notifications yet" icon={<IconBell size={28} stroke={1.5} />} headingLevel={3}>
            Your notifications will appear here.
          </EmptyState>
        ) : (
          <>
            {problem !== null && (
              <FailedState what="Couldn’t mark notifications as seen" problem={problemOf(problem)} />
            )}
            <ul className={classes.list} aria-label="Notifications">
              {items.map((item) => (
                <InboxRow key={item.id} item={item} isNew={isNew(item)} onLeave={onLeave} />
              ))}
            </ul>
            <Group gap="xs" justify="space-between" className={classes.more}>
              {next !== null && limit < INBOX_PAGE && (
                <Button size="xs" variant="default" onClick={() => setLimit(INBOX_PAGE)}>
                  Show more
                </Button>
              )}
              {unseen > 0 && next !== null && (
                <Button size="xs" variant="default" onClick={seeAll}>
                  Mark older as seen
                </Button>
              )}
            </Group>
          </>
        )
      }
    </PageState>
  );
}

/** Marks displayed notifications as seen, and remembers which were new when the list was opened. */
function useSeeing(inbox: Inbox | undefined) {
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
