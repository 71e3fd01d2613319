import { Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { useDocumentVisibility } from '@mantine/hooks';
import { IconBell } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { liveTopics } from '@training/shared/live';
import {
  type ChannelDelivery,
  type InboxPage,
  INBOX_PAGE_SIZE,
  type InboxNotificationGroup,
} from '@training/shared/notifications/inbox';
import { notificationTextOf } from '@training/shared/notifications/notification-text';
import { notificationPathOf } from '@training/shared/notifications/notifications';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { useLiveQuery } from '../../lib/api/live-query.ts';
import { toDisplayableProblem } from '../../lib/api/problem.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { formatLastDayBefore } from '../../lib/i18n/dates.ts';
import { formatPercent } from '../../lib/i18n/in-words.ts';
import { usePermissionReach, useWorkspaceSession } from '../../lib/workspace.ts';
import { PageState } from '../../ui/pages/page-state.tsx';
import { EmptyState, FailedState, Loading } from '../../ui/pages/states.tsx';
import { TimeAgo, TimeUntil } from '../../ui/time.tsx';
import classes from './inbox.module.css';
import { notSentReasonInWords } from './settings/outcome-words.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('notifications');

/** The reason for a notification, and its delivery in each channel. */
function WhyTold({ id }: { id: string }) {
  const why = trpc.notifications.why.useQuery({ id });
  return (
    <div className={classes.why}>
      <PageState query={why} what={t('theReason')} loading={<Loading label={t('loadingReason')} rows={1} />}>
        {({ because, deliveries }) => (
          <>
            <Text size="xs">{t(`because.${because}`)}</Text>
            <ul className={classes.channels} aria-label={t('howYouWereTold')}>
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

function Outcome({ delivered }: { delivered: ChannelDelivery }) {
  const { channel, state, due_at, finished_at } = delivered;
  const dated = due_at === null ? (state === 'sent' && finished_at !== null ? 'done' : 'no') : 'due';
  const time = due_at === null ? finished_at !== null && <TimeAgo at={finished_at} /> : <TimeUntil at={due_at} />;
  return (
    <Text size="xs" c="dimmed">
      {t.nodes('delivered', { channel: t(`channel.${channel}`), state, dated, at: () => time })}{' '}
      {notSentReasonInWords(delivered)}
    </Text>
  );
}

interface InboxRowProps {
  item: InboxNotificationGroup;
  /** True if it was unseen when the list was opened. */
  isNew: boolean;
  onLeave: () => void;
}

function InboxRow({ item, isNew, onLeave }: InboxRowProps) {
  const { workspace } = useWorkspaceSession();
  const router = useRouter();
  const [isAsked, setAsked] = useState(false);
  const { title, detail } = notificationTextOf(t, item, { lastDay: formatLastDayBefore, percent: formatPercent });
  const { reason } = item.facts;
  const more = [detail, reason !== undefined && t('quoted', { text: reason })].filter(Boolean).join(' ');
  const path = `/${workspace.slug}${notificationPathOf(item.kind, item.subject, item.facts)}`;
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onLeave();
    router.history.push(path);
  };
  return (
    <li className={classes.row} data-new={isNew || undefined}>
      <a href={path} className={classes.told} onClick={follow}>
        {isNew && <VisuallyHidden>{t('new')} </VisuallyHidden>}
        <bdi>{title}</bdi>
      </a>
      {more !== '' && (
        <Text size="xs" c="dimmed" lineClamp={3}>
          {more}
        </Text>
      )}
      <div className={classes.foot}>
        <Text size="xs" c="dimmed">
          <TimeAgo at={item.at} />
        </Text>
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          fw={400}
          aria-expanded={isAsked}
          aria-label={t('whyThis', { title })}
          onClick={() => setAsked(!isAsked)}
        >
          {t('why')}
        </Button>
      </div>
      {isAsked && <WhyTold id={item.id} />}
    </li>
  );
}

const FIRST = 20;

/** The newest notifications. Displayed ones are marked as seen, and not mailed any more. */
export function InboxList({ onLeave }: { onLeave: () => void }) {
  const { user } = useWorkspaceSession();
  const [limit, setLimit] = useState(FIRST);
  const inbox = useLiveQuery(trpc.notifications.inbox.useQuery({ limit }, { placeholderData: (before) => before }), {
    topic: liveTopics.inbox(user.id),
  });
  const { isNew, seeAll, problem } = useSeeing(inbox.data);
  const maySet = usePermissionReach('notifications:read') !== undefined;
  return (
    <PageState
      query={inbox}
      what={t('theNotifications')}
      loading={<Loading label={t('loadingNotifications')} rows={3} />}
    >
      {({ items, next, unseen }) =>
        items.length === 0 ? (
          <EmptyState title={t('noNotificationsYet')} icon={<IconBell size={28} stroke={1.5} />} headingLevel={3}>
            {t('yoursWillAppear')} {!maySet && t('aboutMails')}
          </EmptyState>
        ) : (
          <>
            {problem !== null && <FailedState what={t('failedToMark')} problem={toDisplayableProblem(problem)} />}
            <ul className={classes.list} aria-label={t('notifications')}>
              {items.map((item) => (
                <InboxRow key={item.id} item={item} isNew={isNew(item)} onLeave={onLeave} />
              ))}
            </ul>
            <Group gap="xs" justify="space-between" className={classes.more}>
              {next !== null && limit < INBOX_PAGE_SIZE && (
                <Button size="xs" variant="default" onClick={() => setLimit(INBOX_PAGE_SIZE)}>
                  {t('showMore')}
                </Button>
              )}
              {unseen > 0 && next !== null && (
                <Button size="xs" variant="default" onClick={seeAll}>
                  {t('markOlderAsSeen')}
                </Button>
              )}
            </Group>
            {!maySet && (
              <Text size="xs" c="dimmed" className={classes.more}>
                {t('aboutMails')}
              </Text>
            )}
          </>
        )
      }
    </PageState>
  );
}

/** Marks displayed notifications as seen, and remembers which were new when the list was opened. */
function useSeeing(inbox: InboxPage | undefined) {
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
    isNew: ({ id, seen }: InboxNotificationGroup) => !seen || news.has(id),
    seeAll: () => oldest && mutate({ ids: [], older_than: oldest.at }),
    problem: error,
  };
}
