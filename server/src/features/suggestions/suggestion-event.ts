import { liveTopics } from '@training/shared/live';
import { defineStatement } from '../../database/statements/statement.ts';
import { publishTopicExpressionSql, workspaceLiveTopicOf } from '../../platform/topic-changes.ts';
import type { EventConsumer } from '../events/assign-event-sequences.ts';
import type { SuggestionRow } from './suggestion.entity.ts';

type Named = Pick<SuggestionRow, 'id' | 'title'>;
type Sourced = Named & Pick<SuggestionRow, 'sourceName' | 'sourceUrl' | 'departmentId'>;

/** Subject of a suggestion in the audit log. */
export const suggestionAuditSubjectOf = ({ id, title }: Named) => ({ kind: 'suggestion', id, name: title });

/** Common fields of a suggestion's outgoing events. */
export const suggestionEventFieldsOf = ({ id, title, sourceName, sourceUrl, departmentId }: Sourced) => ({
  suggestion_id: id,
  title,
  source_name: sourceName,
  source_url: sourceUrl ?? null,
  department_id: departmentId ?? null,
});

/** Topic for changes of the Recommended queue or its suggestions. */
export const suggestionsLiveTopicOf = (workspaceId: string) =>
  workspaceLiveTopicOf(workspaceId, liveTopics.suggestions);

const NOTIFY_WATCHERS = defineStatement({
  name: 'notify-watchers-of-suggestions',
  scope: 'tenant',
  unprepared: true,
  sql: `
select ${publishTopicExpressionSql(':topic')} where exists (
  select from outgoing_events
  where workspace_id = :workspaceId and sequence between :first and :last and type like 'suggestion.%')`,
});

/**
 * Notifies watchers of the queue about outgoing events, once per batch, so that an intake stores no topic. Changes
 * without an outgoing event are published by their own procedure.
 */
export const notifySuggestionWatchers: EventConsumer = async (em, events) => {
  await NOTIFY_WATCHERS.run(em, { ...events, topic: suggestionsLiveTopicOf(events.workspaceId) });
};
