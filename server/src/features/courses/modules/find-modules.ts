import { FoundModule } from '@training/shared/search/search';
import { ownDepartment, type Context } from '../../../core/context.ts';
import { beginsAWord, containsWords, searchPatterns } from '../../../database/statements/search-patterns.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { VISIBLE_COURSE } from '../visible-courses.ts';

/** Title of the working copy. */
const TITLE = `coalesce(m.working ->> 'title', m.title)`;

const FIND = defineStatement({
  name: 'find-modules',
  scope: 'tenant',
  row: FoundModule,
  sql: `
select m.id, ${TITLE} as title, m.status, c.id as course_id, c.title as course
from modules m join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
where m.workspace_id = :workspaceId and ${VISIBLE_COURSE} and ${containsWords(`lower(${TITLE} || ' ' || c.title)`)}
order by ${containsWords(`lower(${TITLE})`)} desc, ${beginsAWord(`lower(${TITLE})`)} desc, 2, m.id
limit :limit`,
});

/**
 * Finds modules by words of their title and their course's title; those with all words in their own title come first.
 */
export function findModules(ctx: Context, query: string, limit: number): Promise<FoundModule[]> {
  const seen = { workspaceId: ctx.workspace.id, ownDepartment: ownDepartment(ctx) };
  return FIND.all(ctx.db.pool, { ...seen, ...searchPatterns(query), limit });
}
