/**
 * SQL for the queried sections of module `m` that no author has changed or answered since the last query, as `kind`:
 * they block resubmission (rules/review 7).
 */
export const UNANSWERED = `
  select s.kind::text as kind from sections s
  join review_rounds r on r.workspace_id = :workspaceId and r.module_id = m.id and r.round = m.round
  where s.workspace_id = :workspaceId and s.module_id = m.id and s.state = 'queried'
    and s.content_hash = case s.kind when 'quiz' then r.quiz_hash else r.flashcards_hash end
    and not exists (
      select from review_comments k
      where k.workspace_id = :workspaceId and k.module_id = m.id and k.section = s.kind and not k.author_reviews
        and (k.at, k.id) > (
          select q.at, q.id from review_comments q
          where q.workspace_id = :workspaceId and q.module_id = m.id and q.section = s.kind and q.kind = 'query'
          order by q.at desc, q.id desc limit 1))`;
