import classes from './inbox.module.css';
import { Button, Text, VisuallyHidden } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import type { InboxItem, Delivered } from '@training/shared/notifications/inbox';
import { pathOf, BECAUSE } from '@training/shared/notifications/notifications';
import { type MouseEvent, useState } from 'react';
import { useWorkspace } from '../../lib/workspace.ts';
import { Time, TimeUntil } from '../../ui/time.tsx';
import { labelOf } from './settings/notification-labels.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { PageState } from '../../ui/pages/page-state.tsx';
import { Loading } from '../../ui/pages/states.tsx';
import { CHANNELS, STATES, reasonWords } from './settings/outcome-words.ts';

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

export function InboxRow({ item, isNew, onLeave }: InboxRowProps) {
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
