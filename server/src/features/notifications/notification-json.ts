/** As SQL, what every notification says: of the row `n`, for `json_build_object`. */
export const NOTIFICATION_JSON = `
  'id', n.id, 'at', wire_time(n.at), 'category', n.category, 'kind', n.kind, 'by', n.by_name,
  'subject', json_build_object('kind', n.subject_kind, 'id', n.subject_id, 'name', n.subject_name), 'facts', n.facts`;

/** As SQL, what became of it. */
export const DELIVERED = `
  'channel', n.channel, 'state', n.state, 'reason', n.reason, 'due_at', wire_time(n.due_at),
  'finished_at', wire_time(n.finished_at)`;

/** As SQL, whether two rows are about the same, whatever the channel: written so that the index that has it is used. */
export const isSame = <const One extends string, const Other extends string>(one: One, other: Other) =>
  `(${one}.subject_id = ${other}.subject_id or ${one}.subject_id is null and ${other}.subject_id is null)
    and ${one}.kind = ${other}.kind and ${one}.round = ${other}.round and ${one}.part is not distinct from ${other}.part` as const;
