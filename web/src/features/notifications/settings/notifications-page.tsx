import { topics } from '@training/shared/live';
import { type BadgeProps, Stack, Text } from '@mantine/core';
import type { MailState, NotificationMatrix } from '@training/shared/notifications/notification-settings';
import { useLiveQuery } from '../../../lib/api/live-query.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { useMay, useWorkspace } from '../../../lib/workspace.ts';
import { PageHeader } from '../../../ui/pages/page-header.tsx';
import { PageState } from '../../../ui/pages/page-state.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { Matrix } from './matrix.tsx';
import { Times } from './times.tsx';
import { Section } from '../../../ui/pages/section.tsx';
import { Time } from '../../../ui/time.tsx';
import { ChatChannel, Channel } from './chat-channel.tsx';

/** The health of mail and chat, and the chat's channel. */
function Channels({ matrix, mayWrite }: { matrix: NotificationMatrix; mayWrite: boolean }) {
  return (
    <Section title="Channels" description="How notifications reach people.">
      <Stack gap="sm">
        <MailChannel mail={matrix.mail} />
        <ChatChannel isUsed={matrix.categories.some(({ chat }) => chat)} mayWrite={mayWrite} />
      </Stack>
    </Section>
  );
}

const MAIL_BADGES: Record<MailState, BadgeProps> = {
  unused: { children: 'Not used yet', variant: 'default' },
  working: { children: 'Working', color: 'green', variant: 'dot' },
  failing: { children: 'Failing', color: 'red.8', variant: 'filled' },
};

function MailChannel({ mail: { state, sent_at, failed_at } }: { mail: NotificationMatrix['mail'] }) {
  const maySee = useMay('users:invite') !== undefined;
  const ways = trpc.users.waysIn.useQuery(undefined, { enabled: maySee });
  if (ways.data?.sends_mail === false) {
    return (
      <Channel
        id="mail-channel"
        title="E-mail"
        badge={{ children: 'Not set up', variant: 'default' }}
        isFailing={false}
      >
        <Text>This server doesn’t send mail: it prints it in its log. The operator can set SMTP_URL.</Text>
      </Channel>
    );
  }
  return (
    <Channel id="mail-channel" title="E-mail" badge={MAIL_BADGES[state]} isFailing={state === 'failing'}>
      <Text>
        Sent to the address people sign in with.{' '}
        {sent_at !== null && (
          <>
            The last one was sent <Time at={sent_at} />.{' '}
          </>
        )}
        {state === 'failing' && failed_at !== null && (
          <>
            Since <Time at={failed_at} /> mail can’t be sent. Ask the operator of this installation.
          </>
        )}
      </Text>
    </Channel>
  );
}

/** The notification settings: categories, channels and times (rules/notifications 2). */
export function NotificationsPage() {
  const { workspace } = useWorkspace();
  const mayWrite = useMay('notifications:write') !== undefined;
  const mayTrace = useMay('notifications:trace') !== undefined;
  const params = { workspace: workspace.slug };
  const matrix = useLiveQuery(trpc.notifications.matrix.useQuery(), { topic: topics.notifications });
  return (
    <>
      <PageHeader
        title="Notifications"
        description={
          mayWrite
            ? 'What people in this workspace are notified of, and how.'
            : 'What people in this workspace are notified of, and how. Super admins can change it.'
        }
        actions={
          mayTrace && (
            <TextLink to="/$workspace/settings/notifications/sent" params={params}>
              View sent notifications
            </TextLink>
          )
        }
      />
      <PageState query={matrix} what="the notifications">
        {(found) => (
          <>
            <Matrix matrix={found} mayWrite={mayWrite} />
            <Channels matrix={found} mayWrite={mayWrite} />
            <Times times={found.times} timeZone={found.time_zone} mayWrite={mayWrite} />
          </>
        )}
      </PageState>
    </>
  );
}
