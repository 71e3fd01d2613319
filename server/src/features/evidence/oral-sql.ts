const APPEAL = `json_build_object('words', p.words, 'at', to_iso(p.at), 'decided_at', to_iso(p.decided_at),
        'decided_by', p.decided_by_name)` as const;

/** How the answer `n` to a spoken question came to its grade; null for other questions. */
export const ORAL_JSON = `(
  select json_build_object(
    'typed', s.recording_id is null, 'heard', s.transcript, 'corrected', s.corrected,
    'speech_confidence', s.speech_confidence, 'seconds', s.seconds,
    'grades', coalesce((
      select json_agg(json_build_object(
        'number', g.number, 'kind', g.kind, 'counts', g.counts, 'score', g.score, 'criteria', g.criteria,
        'confidence', g.confidence, 'by', g.by_name, 'comment', g.comment, 'at', to_iso(g.at)) order by g.number)
      from grades g where g.workspace_id = :workspaceId and g.answer_id = s.answer_id), '[]'),
    'appeal', (
      select ${APPEAL} from appeals p where p.workspace_id = :workspaceId and p.answer_id = s.answer_id
      order by p.number desc limit 1),
    'earlier_appeals', coalesce((
      select json_agg(${APPEAL} order by p.number) from appeals p
      where p.workspace_id = :workspaceId and p.answer_id = s.answer_id and p.number < (
        select max(q.number) from appeals q where q.workspace_id = :workspaceId and q.answer_id = s.answer_id)), '[]'))
  from spoken_answers s
  where s.workspace_id = :workspaceId and s.answer_id = coalesce(n.carried_from, n.id))` as const;
