import { topics, type Topic } from '@training/shared/live';
import { type Permission, reachOf } from '@training/shared/permissions';
import { useMemo } from 'react';
import { useWorkspace } from '../../lib/workspace.ts';

/** Topics that affect the overview, with the permission to subscribe to them. */
const TOLD: [Topic, Permission][] = [
  [topics.content, 'drafts:read'],
  [topics.suggestions, 'suggestions:read'],
  [topics.reviews, 'review_queue:read'],
  [topics.grading, 'answers:grade'],
  [topics.providerKeys, 'provider_keys:read'],
];

/**
 * Returns the topics that affect the user's waiting items, including their inbox, through which learners get
 * assignments.
 */
export function useOverviewTopics(): readonly Topic[] {
  const { user } = useWorkspace();
  return useMemo(
    () => [
      topics.inbox(user.id),
      ...TOLD.filter(([, permission]) => reachOf(user.role, permission)).map(([topic]) => topic),
    ],
    [user.id, user.role],
  );
}
