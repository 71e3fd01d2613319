import type { OutgoingEventType } from '@training/shared/events/outgoing-events';
import { rolesBeyondDepartmentSql, hasPermissionSql } from '../recipients-by-permission.ts';

/** Event types of these queries. */
export const NOTIFYING_MODULE_EVENT_TYPES = [
  'module.submitted',
  'module.section_approved',
  'module.section_queried',
  'module.published',
  'module.rejected',
  'module.withdrawn',
] as const satisfies readonly OutgoingEventType[];

/** Maximum characters stored of a user's reason. The full text is shown with the decision. */
const LONGEST_REASON = 500;

/**
 * The query `concerned`: events of modules, with module, course and round. A withdrawal counts as a decision only if a
 * super admin made it; a trainer's own notifies nobody.
 */
export const CONCERNED_MODULES_CTE = `
concerned as materialized (
  select e.id as event_id, e.type, e.data ->> 'workflow' as workflow, nullif(e.data #>> '{by,id}', '')::uuid as by_id,
    e.data #>> '{by,name}' as by_name, m.id as module_id, e.data ->> 'title' as title, c.department_id, m.claimed_by,
    m.created_by, r.round, r.cycle, r.submitted_by, e.data ->> 'section' as section,
    jsonb_strip_nulls(jsonb_build_object('module_id', m.id, 'course_id', c.id, 'section', e.data -> 'section',
      'queried', e.data -> 'queried', 'reason', left(e.data ->> 'reason', ${LONGEST_REASON}))) as facts
  from events e
  join modules m on m.workspace_id = :workspaceId and m.id = (e.data ->> 'module_id')::uuid
  join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
  join review_rounds r on r.workspace_id = :workspaceId and r.module_id = m.id and r.round = (e.data ->> 'round')::integer
  where e.type in (${NOTIFYING_MODULE_EVENT_TYPES.map((type) => `'${type}'`).join(', ')}) and (e.type <> 'module.withdrawn' or exists (
    select from users w where w.workspace_id = :workspaceId and w.id = (e.data #>> '{by,id}')::uuid
      and w.role = any (${rolesBeyondDepartmentSql('submissions:withdraw')})))
)` as const;

/** Condition that the user has ever written in the module: such users don't decide on it (rules/review 16). */
const WROTE = `(e.created_by = u.id or exists (
    select from module_contributors k
    where k.workspace_id = :workspaceId and k.module_id = e.module_id and k.user_id = u.id))`;

/** Columns that all queries below have. */
const EVENT = `e.event_id, null::bigint as first_sequence, null::bigint as last_sequence, e.type as kind`;
const SUBJECT = `e.by_name, 'module' as subject_kind, e.module_id as subject_id, e.title as subject_name, e.section as part, e.round, e.facts`;

/** Submitted modules: notifies everyone who may decide, or only the reviewer who claimed the review. */
export const SELECT_REVIEWER_RECIPIENTS = `
select ${EVENT}, u.id as recipient_id, case when e.claimed_by = u.id then 'claimed_it' else 'may_decide' end as because,
  ${SUBJECT}, case
    when u.id = e.by_id then 'own_action' when ${WROTE} then 'own_work' when e.claimed_by <> u.id then 'claimed' end as reason
from concerned e
join users u on u.workspace_id = :workspaceId and u.is_active and ${hasPermissionSql('reviews:decide', 'e.department_id')}
where e.type = 'module.submitted'` as const;

/**
 * Decisions: notifies the submitter of the round and the authors of this working copy. An approval that publishes the
 * module causes only the notification about the publication.
 */
export const SELECT_AUTHOR_RECIPIENTS = `
select ${EVENT}, u.id as recipient_id, case when u.id = e.submitted_by then 'submitted_it' else 'wrote_it' end as because,
  ${SUBJECT}, case
    when u.id = e.by_id then 'own_action'
    when e.type = 'module.section_approved' and e.workflow is null then 'said_otherwise'
    when u.is_active and not ${hasPermissionSql('drafts:read', 'e.department_id')} then 'no_access' end as reason
from concerned e
join users u on u.workspace_id = :workspaceId and (u.id = e.submitted_by or (e.cycle = 1 and u.id = e.created_by) or exists (
  select from module_contributors k
  where k.workspace_id = :workspaceId and k.module_id = e.module_id and k.cycle = e.cycle and k.user_id = u.id))
where e.type <> 'module.submitted'` as const;

/** One message to the chat channel, however many people are concerned. */
export const SELECT_CHAT_RECIPIENT = `
select ${EVENT}, null::uuid as recipient_id, 'channel' as because, ${SUBJECT},
  case when e.type = 'module.section_approved' and e.workflow is null then 'said_otherwise' end as reason
from concerned e` as const;
