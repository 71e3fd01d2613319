import type { LiveModule } from '@training/shared/courses/modules';
import type { Context } from '../../../core/context.ts';
import { defineStatement, JsonRow } from '../../../database/statements/statement.ts';
import { AppError } from '../../../core/errors.ts';
import { preparedJson } from '../../../platform/prepared-json.ts';

/** Lists the returned fields explicitly, so that the right answers can never be included. */
const READ_LIVE_MODULE = defineStatement({
  name: 'read-live-module',
  scope: 'tenant',
  row: JsonRow,
  sql: `
select json_build_object(
  'id', m.id, 'title', r.title, 'revision', r.number, 'published_at', to_iso(r.published_at),
  'flashcards', coalesce((
    select json_agg(json_build_object('id', item -> 'id', 'front', item -> 'front', 'back', item -> 'back') order by place)
    from jsonb_array_elements(r.flashcards) with ordinality as cards (item, place)), '[]'),
  'questions', coalesce((
    select json_agg(json_build_object('id', item -> 'id', 'kind', item -> 'kind', 'prompt', item -> 'prompt',
      'options', coalesce(item -> 'options', '[]')) order by place)
    from jsonb_array_elements(r.quiz) with ordinality as questions (item, place)), '[]')
)::text as json
from modules m
join module_revisions r on r.workspace_id = :workspaceId and r.id = m.live_revision_id
where m.workspace_id = :workspaceId and m.id = :id and m.status <> 'archived'`,
});

/**
 * Reads the live revision that learners see, regardless of a working copy. @throws AppError `module_not_found` if
 * nothing is live
 */
export async function readLiveModule({ db, workspace }: Context, { id }: { id: string }): Promise<LiveModule> {
  const live = await READ_LIVE_MODULE.first(db.pool, { workspaceId: workspace.id, id });
  if (!live) throw new AppError('module_not_found', `There is no published module ${id} in this workspace.`);
  return preparedJson(live.json);
}
