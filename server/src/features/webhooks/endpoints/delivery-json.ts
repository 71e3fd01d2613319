/** A JSON attempt `a`: a delivery's newest, or each one of a query. */
export const ATTEMPT_JSON = `json_build_object(
  'n', a.n, 'at', to_iso(a.at), 'status', a.status, 'error', a.error, 'response', a.response,
  'duration_ms', a.duration_ms)` as const;

/** The JSON fields of a delivery `d` of the event `o`. */
export const DELIVERY_FIELDS = `
  'event_id', d.event_id, 'type', o.type, 'at', to_iso(d.at), 'sequence', d.sequence, 'state', d.state,
  'attempt_count', d.attempts, 'replayed', d.replayed,
  'due_at', case when d.state in ('pending', 'retrying') then to_iso(d.due_at) end,
  'finished_at', to_iso(d.finished_at),
  'last_attempt', (
    select ${ATTEMPT_JSON} from webhook_attempts a
    where a.workspace_id = :workspaceId and a.endpoint_id = d.endpoint_id and a.event_id = d.event_id
    order by a.n desc limit 1)` as const;
