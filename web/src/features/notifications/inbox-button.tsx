import { ActionIcon } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { MAX_UNSEEN_COUNT } from '@training/shared/notifications/inbox';
import { liveTopics } from '@training/shared/live';
import { createElement } from 'react';
import { useLiveQuery } from '../../lib/api/live-query.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { useWorkspaceSession } from '../../lib/workspace.ts';
import { HeaderPanel } from '../../ui/dialogs/header-panel.tsx';
import { PanelHeading } from '../../ui/dialogs/panel-heading.tsx';
import { Loading } from '../../ui/pages/states.tsx';
import { useLazyPart } from '../../ui/use-lazy-part.ts';
import classes from './inbox.module.css';
import { translatorOf } from '../../lib/i18n/translator.ts';

// Each page has this button, but not the other messages of this feature.
const t = translatorOf('frame');

const loadList = async () => (await import('./inbox-list.tsx')).InboxList;

/** The inbox button with a live count. Opens a panel, which fills the screen of a phone. */
export function InboxButton() {
  const { user } = useWorkspaceSession();
  const { data } = useLiveQuery(trpc.notifications.unseen.useQuery(), { topic: liveTopics.inbox(user.id) });
  const unseen = data?.unseen ?? 0;
  return (
    <HeaderPanel
      label={t('notifications')}
      kind="wide"
      opener={(props) => (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          className={classes.bell}
          aria-label={unseen === 0 ? t('notifications') : t('newNotifications', { count: countOf(unseen) })}
          {...props}
        >
          <IconBell size={20} aria-hidden />
          {unseen > 0 && (
            <span className={classes.count} aria-hidden="true">
              {countOf(unseen)}
            </span>
          )}
        </ActionIcon>
      )}
    >
      {(close) => (
        <>
          <PanelHeading title={t('notifications')} onClose={close} />
          <Inbox onLeave={close} />
        </>
      )}
    </HeaderPanel>
  );
}

function Inbox({ onLeave }: { onLeave: () => void }) {
  const InboxList = useLazyPart(loadList, true, onLeave);
  return InboxList === undefined ? (
    <Loading label={t('loadingNotifications')} rows={3} />
  ) : (
    createElement(InboxList, { onLeave })
  );
}

/** Formats the count, which the server caps. */
const countOf = (unseen: number) => (unseen < MAX_UNSEEN_COUNT ? String(unseen) : `${MAX_UNSEEN_COUNT - 1}+`);
