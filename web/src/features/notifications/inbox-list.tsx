import { Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { useDocumentVisibility } from '@mantine/hooks';
import { IconBell } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { topics } from '@training/shared/live';
import { type Delivered, type Inbox, INBOX_PAGE, type InboxItem } from '@training/shared/notifications/inbox';
import { BECAUSE, pathOf } from '@training/shared/notifications/notifications';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { useLiveQuery } from '../../lib/api/live-query.ts';
import { problemOf } from '../../lib/api/problem.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { useMay, useWorkspace } from '../../lib/workspace.ts';
import { PageState } from '../../ui/pages/page-state.tsx';
import { EmptyState, FailedState, Loading } from '../../ui/pages/states.tsx';
import { Time, TimeUntil } from '../../ui/time.tsx';
import classes from './inbox.module.css';
import { labelOf } from './settings/notification-labels.ts';
import { CHANNELS, reasonWords, STATES } from './settings/outcome-words.ts';

/** The reason for a notification, and its delivery in each channel. */
function WhyTold({ id }: { id: string }) {
  const why = trpc.notifications.why.useQuery({ id });
  return (
    <div className={classes.why}>
      <PageState query={why} what="the reason" loading={<Loading label="Loading reason" rows={1} />}>
        {({ because, deliveries }) => (
          <>
            <Text size="xs">{BECAUSE[because]}</Text>
            <ul className={classes.channels} aria-label="How you were told">
              {deliveries.map((delivered) => (
                <li key={delivered.channel}>
                  <Outcome delivered={delivered} />
                </li>
              ))}
            </ul>
          </>
        )}
      </PageState>
    </div>
  );
}

function Outcome({ delivered }: { delivered: Delivered }) {
  const { channel, state, due_at, finished_at } = delivered;
  return (
    <Text size="xs" c="dimmed">
      {CHANNELS[channel]}: {STATES[state].toLowerCase()}
      {state === 'sent' && finished_at !== null && (
        <>
          , <Time at={finished_at} />
        </>
      )}
      {due_at !== null && (
        <>
          , due <TimeUntil at={due_at} />
        </>
      )}
      . {reasonWords(delivered)}
    </Text>
  );
}

interface InboxRowProps {
  item: InboxItem;
  /** True if it was unseen when the list was opened. */
  isNew: boolean;
  onLeave: () => void;
}

function InboxRow({ item, isNew, onLeave }: InboxRowProps) {
  const { workspace } = useWorkspace();
  const router = useRouter();
  const [isAsked, setAsked] = useState(false);
  const { title, more } = labelOf(item);
  const path = `/${workspace.slug}${pathOf(item.kind, item.subject, item.facts)}`;
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onLeave();
    router.history.push(path);
  };
  return (
    <li className={classes.row} data-new={isNew || undefined}>
      <a href={path} className={classes.told} onClick={follow}>
        {isNew && <VisuallyHidden>New: </VisuallyHidden>}
        <bdi>{title}</bdi>
      </a>
      {more !== undefined && (
        <Text size="xs" c="dimmed" lineClamp={3}>
          {more}
        </Text>
      )}
      <div className={classes.foot}>
        <Text size="xs" c="dimmed">
          <Time at={item.at} />
        </Text>
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          fw={400}
          aria-expanded={isAsked}
          aria-label={`Why did I get this: ${title}`}
          onClick={() => setAsked(!isAsked)}
        >
          Why did I get this?
        </Button>
      </div>
      {isAsked && <WhyTold id={item.id} />}
    </li>
  );
}

const FIRST = 20;

/** The newest notifications. Displayed ones are marked as seen, and not mailed any more. */
export function InboxList({ onLeave }: { onLeave: () => void }) {
  const { user } = useWorkspace();
  const [limit, setLimit] = useState(FIRST);
  const inbox = useLiveQuery(trpc.notifications.inbox.useQuery({ limit }, { placeholderData: (before) => before }), {
    topic: topics.inbox(user.id),
  });
  const { isNew, seeAll, problem } = useSeeing(inbox.data);
  const maySet = useMay('notifications:read') !== undefined;
  return (
    <PageState query={inbox} what="the notifications" loading={<Loading label="Loading notifications" rows={3} />}>
      {({ items, next, unseen }) =>
        items.length === 0 ? (
          <EmptyState title="No notifications yet" icon={<IconBell size={28} stroke={1.5} />} headingLevel={3}>
            Your notifications will appear here. {!maySet && ABOUT_MAILS}
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
            {!maySet && (
              <Text size="xs" c="dimmed" className={classes.more}>
                {ABOUT_MAILS}
              </Text>
            )}
          </>
        )
      }
    </PageState>
  );
}

/** For those without notification settings. */
const ABOUT_MAILS =
  'Your administrators choose what is mailed. To stop a kind of mail, use the link at the end of one.';

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
