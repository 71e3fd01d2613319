/** As SQL, what every notification says: of the row `n`, for `json_build_object`. */
export const TOLD = `
  'id', n.id, 'at', wire_time(n.at), 'category', n.category, 'kind', n.kind, 'by', n.by_name,
  'subject', json_build_object('kind', n.subject_kind, 'id', n.subject_id, 'name', n.subject_name), 'facts', n.facts`;

/** As SQL, what became of it. */
export const DELIVERED = `
  'channel', n.channel, 'state', n.state, 'reason', n.reason, 'due_at', wire_time(n.due_at),
  'finished_at', wire_time(n.finished_at)`;
