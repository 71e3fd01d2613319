import { Button, Text, VisuallyHidden } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import type { InboxItem } from '@training/shared/notifications/inbox';
import { pathOf } from '@training/shared/notifications/notifications';
import { type MouseEvent, useState } from 'react';
import { useWorkspace } from '../../../lib/workspace.ts';
import { Time } from '../../../ui/time.tsx';
import { labelOf } from '../settings/notification-labels.ts';
import classes from './inbox.module.css';
import { WhyTold } from './why-told.tsx';

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
