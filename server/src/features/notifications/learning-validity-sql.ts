/**
 * SQL condition that the inbox row `i` about training can be shown. Hidden while the module can't be studied, until it
 * is published again (rules/notifications 9).
 */
export const LEARNING_IS_SHOWN =
  `(i.seen_at is not null or i.kind not in ('learning.assigned', 'learning.due_soon', 'learning.overdue', 'learning.reminded') or not exists (
    select from enrollments e join modules m on m.workspace_id = :workspaceId and m.id = e.module_id
    where e.workspace_id = :workspaceId and e.id = i.subject_id and m.status <> 'published'))` as const;

/**
 * SQL condition that the learner’s inbox row `i` still holds at the time of mailing: the training wasn't completed,
 * waived, unassigned, hidden or given another due date (rules/notifications 9).
 */
export const LEARNING_STILL_VALID =
  `(i.kind not in ('learning.assigned', 'learning.due_soon', 'learning.overdue', 'learning.reminded') or exists (
    select from enrollments e join modules m on m.workspace_id = :workspaceId and m.id = e.module_id
    where e.workspace_id = :workspaceId and e.id = i.subject_id and e.is_current and m.status = 'published'
      and (i.facts ->> 'expires_at' is not null
        or (e.source = 'assignment' and e.completed_at is null and e.waived_at is null))
      and (i.part is null or i.part = to_iso(e.due_at))))` as const;
