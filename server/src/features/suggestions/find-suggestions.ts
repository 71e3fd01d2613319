import { FoundSuggestion } from '@training/shared/search/search';
import { ownDepartment, type Context } from '../../core/context.ts';
import { beginsAWord, containsWords, searchPatterns } from '../../database/statements/search-patterns.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { VISIBLE_SUGGESTION } from './read-suggestions.ts';

const FIND = defineStatement({
  name: 'find-suggestions',
  scope: 'tenant',
  row: FoundSuggestion,
  sql: `
select s.id, s.title, s.source_name, s.status
from unnest(array['pending', 'accepted', 'dismissed', 'superseded']) with ordinality of_status (status, place)
cross join lateral (
  select * from suggestions s
  where s.workspace_id = :workspaceId and s.status = of_status.status and ${VISIBLE_SUGGESTION}
  order by s.created_at desc, s.id desc limit :newest
) s
where ${containsWords("lower(s.title || ' ' || s.source_name)")}
order by of_status.place, ${beginsAWord('lower(s.title)')} desc, s.created_at desc, s.id desc
limit :limit`,
});

/** Maximum number of rows read per status, because their contents are stored next to the titles. */
const NEWEST = 5_000;

/**
 * Finds suggestions by words of their title and source, pending ones first; searches the newest 5,000 of each status.
 */
export function findSuggestions(ctx: Context, query: string, limit: number): Promise<FoundSuggestion[]> {
  const seen = { workspaceId: ctx.workspace.id, ownDepartment: ownDepartment(ctx) };
  return FIND.all(ctx.db.pool, { ...seen, ...searchPatterns(query), newest: NEWEST, limit });
}
