import { topics, type Topic } from '@training/shared/live';
import { type Permission, reachOf } from '@training/shared/permissions';
import { useMemo } from 'react';
import { useWorkspace } from '../../lib/workspace.ts';

/** What changes what waits for somebody, for those who may hear of it. */
const TOLD: [Topic, Permission][] = [
  [topics.content, 'drafts:read'],
  [topics.suggestions, 'suggestions:read'],
  [topics.reviews, 'review_queue:read'],
  [topics.grading, 'answers:grade'],
  [topics.providerKeys, 'provider_keys:read'],
];

/** The topics of whatever waits for whoever is signed in: their bell too, by which learners hear of assignments. */
export function useWhatConcernsMe(): readonly Topic[] {
  const { user } = useWorkspace();
  return useMemo(
    () => [
      topics.inbox(user.id),
      ...TOLD.filter(([, permission]) => reachOf(user.role, permission)).map(([topic]) => topic),
    ],
    [user.id, user.role],
  );
}
