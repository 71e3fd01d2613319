import { createSystemContextFields } from '../../../core/context.ts';
import { DRIVE_KIND_LABELS, type DriveKind } from '@training/shared/drives/drives';
import { liveTopics } from '@training/shared/live';
import type { EventContext } from '../../events/record-event.ts';
import { workspaceLiveTopicOf } from '../../../platform/topic-changes.ts';

/** A connection as the audit log's subject. */
export const driveAuditSubjectOf = ({ id, kind, account }: { id: string; kind: DriveKind; account: string }) => ({
  kind: 'drive',
  id,
  name: `${DRIVE_KIND_LABELS[kind].label} of ${account}`,
});

/** Cause of automatic actions in a workspace, without a user. */
export const createDriveEventContext = (workspaceId: string, now = new Date()): EventContext => ({
  workspace: { id: workspaceId },
  ...createSystemContextFields('Drives', now),
});

/** Topic published when a workspace's drive connections or their status change. */
export const drivesLiveTopicOf = (workspaceId: string) => workspaceLiveTopicOf(workspaceId, liveTopics.drives);
