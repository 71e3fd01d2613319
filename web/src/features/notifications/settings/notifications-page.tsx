import { topics } from '@training/shared/live';
import { useLiveQuery } from '../../../lib/api/live-query.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { useMay, useWorkspace } from '../../../lib/workspace.ts';
import { PageHeader } from '../../../ui/pages/page-header.tsx';
import { PageState } from '../../../ui/pages/page-state.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { Channels } from './channels.tsx';
import { Matrix } from './matrix.tsx';
import { Times } from './times.tsx';

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
