import { hasPermissionSql } from './recipients-by-permission.ts';

/** Kinds about one cycle, of a learner's own or of someone whom they manage. */
export const CYCLE_NOTIFICATION_KINDS_SQL =
  `'learning.assigned', 'learning.due_soon', 'learning.overdue', 'learning.reminded',
  'learning.report_overdue', 'learning.report_overdue_long'` as const;

/** SQL condition that the row is about a path of which the person of the cycle `e` still owes a module by that day. */
export const pathIsOwedSql = <const Row extends string>(row: Row) =>
  `(${row}.facts ? 'path_id' and exists (
    select from path_steps s
    join enrollments o on o.workspace_id = :workspaceId and o.user_id = e.user_id and o.module_id = s.module_id
      and o.is_current and o.source = 'assignment' and o.completed_at is null and o.waived_at is null
      and to_iso(o.due_at) is not distinct from ${row}.facts ->> 'due_at'
    join modules m on m.workspace_id = :workspaceId and m.id = o.module_id and m.status = 'published'
    join assignment_enrollments l on l.workspace_id = :workspaceId and l.enrollment_id = o.id and l.removed_at is null
    join path_assignments g on g.workspace_id = :workspaceId and g.assignment_id = l.assignment_id
      and g.path_id = s.path_id
    where s.workspace_id = :workspaceId and s.path_id = (${row}.facts ->> 'path_id')::uuid))` as const;

/**
 * SQL condition that the inbox row `i` about training can be shown. Hidden while the module can't be studied, until it
 * is published again (rules/notifications 9).
 */
export const INBOX_TRAINING_CAN_BE_SHOWN =
  `(i.seen_at is not null or i.kind not in (${CYCLE_NOTIFICATION_KINDS_SQL}) or not exists (
    select from enrollments e join modules m on m.workspace_id = :workspaceId and m.id = e.module_id
    where e.workspace_id = :workspaceId and e.id = i.subject_id and m.status <> 'published'
      and not ${pathIsOwedSql('i')}))` as const;

/**
 * SQL condition that the learner’s inbox row `i` still holds at the time of mailing: the training wasn't completed,
 * waived, unassigned, hidden or given another due date, and its reader still manages the person
 * (rules/notifications 9, rules/managers 10).
 */
export const INBOX_TRAINING_STILL_HOLDS = `(i.kind not in (${CYCLE_NOTIFICATION_KINDS_SQL}) or exists (
    select from enrollments e join modules m on m.workspace_id = :workspaceId and m.id = e.module_id
    where e.workspace_id = :workspaceId and e.id = i.subject_id
      and (${pathIsOwedSql('i')} or e.is_current and m.status = 'published' and (i.facts ->> 'expires_at' is not null
          or (e.source = 'assignment' and e.completed_at is null and e.waived_at is null))
        and (i.part is null or i.part = to_iso(e.due_at)))
      and (i.kind not like 'learning.report%' or manages(:workspaceId, i.recipient_id, e.user_id))))` as const;

/** SQL condition that the module is waiting for a decision, in the notification's round. */
const WAITS = `m.status <> 'archived' and m.round = n.round and exists (
    select from sections s where s.workspace_id = :workspaceId and s.module_id = m.id and s.state = 'locked')`;

const section = (state: 'approved' | 'queried') =>
  `exists (
    select from sections s where s.workspace_id = :workspaceId and s.module_id = m.id and s.kind = n.facts ->> 'section' and s.state = '${state}')` as const;

/**
 * SQL condition that the notification `n` to the user `u`, about the module `m` if any, is still true. Kinds not listed
 * always are.
 */
export const NOTIFICATION_IS_STILL_TRUE = `case n.kind
  when 'module.submitted' then ${WAITS}
  when 'review.waits' then ${WAITS}
  when 'review.waits_long' then ${WAITS}
  when 'review.claimed_waits' then m.claimed_by = n.recipient_id and ${WAITS}
  when 'query.waits' then m.workflow = 'changes_requested' and m.status <> 'archived' and m.round = n.round
  when 'module.section_approved' then m.workflow is not null and m.round = n.round and ${section('approved')}
  when 'module.section_queried' then m.workflow = 'changes_requested' and m.round = n.round and ${section('queried')}
  when 'module.published' then m.status = 'published'
  when 'module.rejected' then m.workflow = 'rejected' and m.round = n.round
  when 'module.withdrawn' then m.workflow = 'draft' and m.round = n.round
  when 'suggestions.new' then exists (
    select from suggestions s
    where s.workspace_id = :workspaceId and s.status = 'pending' and s.created_at >= (n.facts ->> 'since')::timestamptz
      and (n.recipient_id is null or s.department_id is null or ${hasPermissionSql('suggestions:dismiss', 's.department_id')}))
  when 'module.source_changed' then exists (
    select from source_drifts d
    where d.workspace_id = :workspaceId and d.module_id = n.subject_id and d.confirmed_at is null)
  when 'webhook.switched_off' then n.subject_id is null or exists (
    select from webhook_endpoints w where w.workspace_id = :workspaceId and w.id = n.subject_id and w.state = 'off')
  when 'scim.stopped' then n.subject_id is null or exists (
    select from scim_connections s where s.workspace_id = :workspaceId and s.id = n.subject_id and s.state = 'stopped')
  when 'sign_in.domain_missing' then exists (
    select from sign_in_domains d
    where d.workspace_id = :workspaceId and d.domain = n.subject_name and d.missing_since is not null)
  when 'provider_key.failing' then n.subject_id is null or exists (
    select from provider_key_health h
    where h.workspace_id = :workspaceId and h.provider_key_id = n.subject_id and h.failing_since is not null)
  when 'chat.failing' then n.subject_id is null or exists (
    select from chat_connections h where h.workspace_id = :workspaceId and h.id = n.subject_id and h.state = 'failing')
  when 'drive.reconnect_needed' then n.subject_id is null or exists (
    select from drive_connections d
    where d.workspace_id = :workspaceId and d.id = n.subject_id and d.state = 'reconnect_needed')
  when 'learning.digest' then exists (
    select from notifications i
    where i.workspace_id = :workspaceId and i.recipient_id = n.recipient_id and i.channel = 'inbox'
      and i.state = 'sent' and i.seen_at is null and i.category = 'learning' and ${INBOX_TRAINING_STILL_HOLDS})
  else true end` as const;
