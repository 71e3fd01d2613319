import type { AttestedCompletionPage, ListAttestedCompletions } from '@training/shared/attested/attested';
import type { Context } from '../../core/context.ts';
import { likePatternOf } from '../../database/statements/search-patterns.ts';
import { defineStatement, JsonRow } from '../../database/statements/statement.ts';
import { createPreparedJson } from '../../platform/prepared-json.ts';

const LIST = defineStatement({
  name: 'list-attested-completions',
  scope: 'tenant',
  row: JsonRow,
  sql: `
with found as materialized (
  select a.*, u.full_name, u.email, u.external_id, m.title from attested_completions a
  join users u on u.workspace_id = :workspaceId and u.id = a.user_id
  join modules m on m.workspace_id = :workspaceId and m.id = a.module_id
  where a.workspace_id = :workspaceId and (:userId::uuid is null or a.user_id = :userId)
    and (:search::text is null or u.full_name ilike :search or u.email ilike :search or u.external_id ilike :search or m.title ilike :search
      or a.source ilike :search)
), page as (
  select * from found order by entered_at desc, id desc limit :limit offset :offset
)
select json_build_object('total', (select count(*) from found), 'entries', coalesce((
  select json_agg(json_build_object(
    'id', a.id, 'completed_on', a.completed_on, 'source', a.source, 'reference', a.reference, 'score', a.score,
    'user_id', a.user_id, 'full_name', a.full_name, 'email', a.email, 'external_id', a.external_id, 'module_id', a.module_id, 'module', a.title,
    'expires_at', to_iso(a.expires_at), 'entered_at', to_iso(a.entered_at), 'entered_by', a.entered_by_name,
    'counts', exists (select from enrollments e where e.workspace_id = :workspaceId and e.attested_id = a.id),
    'file', case when f.id is not null then json_build_object('id', f.id, 'media_type', f.media_type, 'bytes', f.size,
      'sha256', f.hash) end,
    'withdrawn', case when a.withdrawn_at is not null then json_build_object('at', to_iso(a.withdrawn_at),
      'by', a.withdrawn_by_name, 'reason', a.withdrawn_reason) end) order by a.entered_at desc, a.id desc)
  from page a left join attested_files f on f.workspace_id = :workspaceId and f.id = a.file_id), '[]'))::text as json`,
});

/** Lists attested completions, the newest entry first, with withdrawn ones. */
export async function listAttestedCompletions(
  { db, workspace }: Context,
  input: ListAttestedCompletions,
): Promise<AttestedCompletionPage> {
  const { user_id: userId = null, search = '', limit, offset } = input;
  const pattern = search === '' ? null : likePatternOf(search);
  const { json } = await LIST.one(db.pool, { workspaceId: workspace.id, userId, search: pattern, limit, offset });
  return createPreparedJson(json);
}
