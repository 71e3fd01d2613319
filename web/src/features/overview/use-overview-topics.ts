import { liveTopics, type LiveTopic } from '@training/shared/live';
import { type Permission, permissionReachOf } from '@training/shared/permissions';
import { useMemo } from 'react';
import { useWorkspaceSession } from '../../lib/workspace.ts';

/** Topics that affect the overview, with the permission to subscribe to them. */
const TOLD: [LiveTopic, Permission][] = [
  [liveTopics.content, 'drafts:read'],
  [liveTopics.suggestions, 'suggestions:read'],
  [liveTopics.reviews, 'review_queue:read'],
  [liveTopics.grading, 'answers:grade'],
  [liveTopics.providerKeys, 'provider_keys:read'],
];

/**
 * Returns the topics that affect the user's waiting items, including their inbox, through which learners get
 * assignments.
 */
export function useOverviewTopics(): readonly LiveTopic[] {
  const { user } = useWorkspaceSession();
  return useMemo(
    () => [
      liveTopics.inbox(user.id),
      ...TOLD.filter(([, permission]) => permissionReachOf(user.role, permission)).map(([topic]) => topic),
    ],
    [user.id, user.role],
  );
}
