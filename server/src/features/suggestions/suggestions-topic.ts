import { topics } from '@training/shared/live';
import { defineStatement } from '../../database/statements/statement.ts';
import { publishing, topicOf } from '../../platform/live.ts';
import type { EventConsumer } from '../events/event-consumer.ts';

/** Topic for changes of the Recommended queue or its suggestions. */
export const suggestionsTopic = (workspaceId: string) => topicOf(workspaceId, topics.suggestions);

const NOTIFY_WATCHERS = defineStatement({
  name: 'notify-watchers-of-suggestions',
  scope: 'tenant',
  unprepared: true,
  sql: `
select ${publishing(':topic')} where exists (
  select from outgoing_events
  where workspace_id = :workspaceId and sequence between :first and :last and type like 'suggestion.%')`,
});

/**
 * Notifies watchers of the queue about outgoing events, once per batch, so that an intake doesn't take a lock shared by
 * all commits. Changes without an outgoing event are published by their own procedure.
 */
export const publishSuggestions: EventConsumer = async (em, events) => {
  await NOTIFY_WATCHERS.run(em, { ...events, topic: suggestionsTopic(events.workspaceId) });
};
