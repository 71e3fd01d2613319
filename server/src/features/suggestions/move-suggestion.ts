import type { MoveSuggestion, SuggestionDetail } from '@training/shared/suggestions/suggestions';
import type { Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { inTransaction } from '../../core/transaction.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { publishTopics } from '../../platform/topic-changes.ts';
import { recordEvent } from '../events/record-event.ts';
import { lockSuggestion, findOtherPendingOfSamePage, lockSourcePageOfSuggestion } from './dismiss-suggestion.ts';
import { getSuggestion } from './read-suggestions.ts';
import { suggestionsLiveTopicOf, suggestionAuditSubjectOf } from './suggestion-event.ts';

/** Locks the department against deletion. */
const SAVE_DEPARTMENT = defineStatement({
  name: 'save-department',
  scope: 'tenant',
  sql: `select 1 from departments where workspace_id = :workspaceId and id = :id for key share`,
});

/**
 * Moves a pending suggestion to another department, or to all of them (rules/suggestions 10).
 * @throws AppError `suggestion_not_found`, `department_not_found`, `suggestion_not_pending`, `suggestion_page_waiting`
 */
export async function moveSuggestionToDepartment(
  ctx: Context,
  { id, department_id }: MoveSuggestion,
): Promise<SuggestionDetail> {
  await inTransaction(ctx, async (em) => {
    await lockSourcePageOfSuggestion(em, ctx, id);
    const suggestion = await lockSuggestion(em, ctx, id);
    if (department_id !== null) {
      const found = await SAVE_DEPARTMENT.run(em, { workspaceId: ctx.workspace.id, id: department_id });
      if (found === 0) {
        throw new AppError('department_not_found', `There is no department ${department_id} in this workspace.`);
      }
    }
    if (suggestion.status !== 'pending') {
      throw new AppError('suggestion_not_pending', `It is ${suggestion.status} now. Reload the queue.`);
    }
    const before = suggestion.departmentId ?? null;
    if (before === department_id) return;
    const other = await findOtherPendingOfSamePage(em, suggestion, department_id);
    if (other) {
      throw new AppError(
        'suggestion_page_waiting',
        `Another version of the same page is waiting there: “${other.title}”. Dismiss one of them first.`,
      );
    }
    suggestion.departmentId = department_id;
    await em.flush();
    await recordEvent(em, ctx, {
      action: 'suggestion.moved',
      subject: suggestionAuditSubjectOf(suggestion),
      changes: { department_id: [before, department_id] },
    });
    await publishTopics(em, suggestionsLiveTopicOf(ctx.workspace.id));
  });
  return getSuggestion(ctx, { id });
}
