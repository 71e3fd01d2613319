import { mayOwn } from '../recipients-by-permission.ts';

const EVENT = `e.id as event_id, null::bigint as first_sequence, null::bigint as last_sequence`;
const WHO = `u.id as recipient_id, 'studies_it' as because, null as by_name`;
const REASON = `case when not ${mayOwn('learning:study')} then 'no_access' end as reason`;

const FROM = `
from events e join users u on u.workspace_id = :workspaceId and u.id = (e.data ->> 'user_id')::uuid
where e.type = 'certification.due_soon'`;

/** Notifies the owner of a certificate that expires soon, in the inbox and in the daily mail. */
export const TO_CERTIFIED = `
select ${EVENT}, 'learning.expiring' as kind, ${WHO}, 'training' as subject_kind, (e.data ->> 'module_id')::uuid as subject_id,
  e.data ->> 'title' as subject_name, e.data ->> 'expires_at' as part, 0 as round,
  jsonb_build_object('module_id', e.data -> 'module_id', 'expires_at', e.data -> 'expires_at') as facts, ${REASON} ${FROM}
union all
select ${EVENT}, 'learning.digest', ${WHO}, 'training', null, 'Training', null, 0, '{}', ${REASON} ${FROM}` as const;
