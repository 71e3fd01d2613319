import { topics } from '@training/shared/live';
import { defineStatement } from '../../database/statement.ts';
import { publishing, topicOf } from '../../platform/live.ts';
import type { Follower } from '../events/dispatch/event-consumer.ts';

/** Says that the Recommended queue has changed, or something in it. */
export const suggestionsTopic = (workspaceId: string) => topicOf(workspaceId, topics.suggestions);

const TELL_WATCHERS = defineStatement({
  name: 'tell-watchers-of-suggestions',
  scope: 'tenant',
  seldom: true,
  sql: `
select ${publishing(':topic')} where exists (
  select from outgoing_events
  where workspace_id = :workspaceId and sequence between :first and :last and type like 'suggestion.%')`,
});

/**
 * Tells those who look at the queue of what other systems are told, once for many: an intake takes no lock for it that
 * all commits share. What nobody outside is told of, its verb publishes.
 */
export const publishSuggestions: Follower = async (em, events) => {
  await TELL_WATCHERS.run(em, { ...events, topic: suggestionsTopic(events.workspaceId) });
};
