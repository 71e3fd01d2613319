import { may } from '../recipients-by-permission.ts';

/** Notifies users who may fix a failing key. The code that detects the failure makes sure that a mail is sent, too. */
export const TO_KEEPERS_OF_KEYS = `
select e.id as event_id, null::bigint as first_sequence, null::bigint as last_sequence, e.type as kind,
  u.id as recipient_id, 'super_admin' as because, null as by_name, 'provider_key' as subject_kind,
  (e.data ->> 'provider_key_id')::uuid as subject_id, a.subject_name, to_iso(e.at) as part, 0 as round,
  jsonb_build_object('since', to_iso(e.at)) as facts, null as reason
from events e
join audit_events a on a.workspace_id = :workspaceId and a.id = e.id
join users u on u.workspace_id = :workspaceId and u.is_active and ${may('provider_keys:write', 'null')}
where e.type = 'provider_key.failing'` as const;
