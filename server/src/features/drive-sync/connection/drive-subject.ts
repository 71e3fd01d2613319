import { systemContext } from '../../../core/context.ts';
import { DRIVE_KINDS, type DriveKind } from '@training/shared/drives/drives';
import { topics } from '@training/shared/live';
import type { Cause } from '../../events/record-event.ts';
import { topicOf } from '../../../platform/live.ts';

/** A connection as the audit log's subject. */
export const driveSubject = ({ id, kind, account }: { id: string; kind: DriveKind; account: string }) => ({
  kind: 'drive',
  id,
  name: `${DRIVE_KINDS[kind].label} of ${account}`,
});

/** Cause of automatic actions in a workspace, without a user. */
export const driveCause = (workspaceId: string, now = new Date()): Cause => ({
  workspace: { id: workspaceId },
  ...systemContext('Drives', now),
});

/** Topic published when a workspace's drive connections or their status change. */
export const drivesTopic = (workspaceId: string) => topicOf(workspaceId, topics.drives);
