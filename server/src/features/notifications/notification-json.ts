/** SQL arguments of `json_build_object` for the content of the notification `n`. */
export const NOTIFICATION_JSON_FIELDS_SQL = `
  'id', n.id, 'at', to_iso(n.at), 'category', n.category, 'kind', n.kind, 'by', n.by_name,
  'subject', json_build_object('kind', n.subject_kind, 'id', n.subject_id, 'name', n.subject_name), 'facts', n.facts`;

/** SQL arguments of `json_build_object` for its outcome. */
export const NOTIFICATION_OUTCOME_JSON_FIELDS_SQL = `
  'channel', n.channel, 'state', n.state, 'reason', n.reason, 'due_at', to_iso(n.due_at),
  'finished_at', to_iso(n.finished_at)`;

/** SQL condition that two rows have the same content, whatever their channel. Written so that the index is used. */
export const hasSameContentSql = <const One extends string, const Other extends string>(one: One, other: Other) =>
  `(${one}.subject_id = ${other}.subject_id or ${one}.subject_id is null and ${other}.subject_id is null)
    and ${one}.kind = ${other}.kind and ${one}.round = ${other}.round and ${one}.part is not distinct from ${other}.part` as const;
