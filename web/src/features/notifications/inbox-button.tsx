import { ActionIcon, Drawer, Popover, Text } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconBell } from '@tabler/icons-react';
import { MOST_UNSEEN } from '@training/shared/notifications/inbox';
import { topics } from '@training/shared/live';
import { createElement, useId } from 'react';
import { useLiveQuery } from '../../lib/api/live-query.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { useWorkspace } from '../../lib/workspace.ts';
import { Loading } from '../../ui/pages/states.tsx';
import { useLazyPart } from '../../ui/use-lazy-part.ts';
import classes from './inbox.module.css';

const loadList = async () => (await import('./inbox-list.tsx')).InboxList;

/** The inbox button with a live count. Opens a popover, or a drawer on phones. */
export function InboxButton() {
  const { user } = useWorkspace();
  const heading = useId();
  const [isOpen, { close, toggle }] = useDisclosure(false);
  const isPhone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false });
  const { data } = useLiveQuery(trpc.notifications.unseen.useQuery(), { topic: topics.inbox(user.id) });
  const unseen = data?.unseen ?? 0;
  const InboxList = useLazyPart(loadList, isOpen, close);
  const list =
    InboxList === undefined ? (
      <Loading label="Loading notifications" rows={3} />
    ) : (
      createElement(InboxList, { onLeave: close })
    );
  const button = (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      className={classes.bell}
      aria-label={unseen === 0 ? 'Notifications' : `Notifications: ${countOf(unseen)} new`}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={toggle}
    >
      <IconBell size={20} aria-hidden />
      {unseen > 0 && (
        <span className={classes.count} aria-hidden="true">
          {countOf(unseen)}
        </span>
      )}
    </ActionIcon>
  );
  if (isPhone) {
    return (
      <>
        {button}
        <Drawer opened={isOpen} onClose={close} position="right" size="100%" title="Notifications">
          {list}
        </Drawer>
      </>
    );
  }
  return (
    <Popover opened={isOpen} onDismiss={close} position="bottom-end" width={420} trapFocus returnFocus>
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown className={classes.dropdown} aria-labelledby={heading}>
        <Text id={heading} fw={600} mb="xs" tabIndex={-1} data-autofocus>
          Notifications
        </Text>
        {list}
      </Popover.Dropdown>
    </Popover>
  );
}

/** Formats the count, which the server caps. */
const countOf = (unseen: number) => (unseen < MOST_UNSEEN ? String(unseen) : `${MOST_UNSEEN - 1}+`);
