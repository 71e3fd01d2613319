import { may } from '../recipients-by-permission.ts';

/** New suggestions, grouped by the department whose queue they are in. */
export const SUGGESTIONS_CONCERNED = `
suggested as materialized (
  select s.department_id, count(*)::integer as count, min(e.sequence) as first_sequence, max(e.sequence) as last_sequence,
    min(least(e.at, s.created_at)) as since
  from events e
  join suggestions s on s.workspace_id = :workspaceId and s.id = (e.data ->> 'suggestion_id')::uuid
  where e.type = 'suggestion.created' group by s.department_id
)` as const;

/** A daily message whose count grows with each suggestion; see `STORED`. */
const GROWN = `null::uuid as event_id, min(s.first_sequence) as first_sequence, max(s.last_sequence) as last_sequence,
  'suggestions.new' as kind`;
const SUBJECT = `null as by_name, 'suggestions' as subject_kind, null::uuid as subject_id, 'Recommended' as subject_name,
  null as part, 0 as round, jsonb_build_object('count', sum(s.count), 'since', to_iso(min(s.since))) as facts,
  null as reason`;

/** Notifies everyone who may act on them: trainers for their own queue and the common one. */
export const TO_THOSE_WHO_ACT = `
select ${GROWN}, u.id as recipient_id, 'may_act' as because, ${SUBJECT}
from suggested s
join users u on u.workspace_id = :workspaceId and u.is_active
  and ${may('suggestions:dismiss', 'coalesce(s.department_id, u.department_id)')}
group by u.id` as const;

export const SUGGESTIONS_TO_CHAT = `
select ${GROWN}, null::uuid as recipient_id, 'channel' as because, ${SUBJECT}
from suggested s having count(*) > 0` as const;
