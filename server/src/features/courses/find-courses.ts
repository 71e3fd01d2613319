import { FoundCourse } from '@training/shared/search/search';
import { ownDepartment, type Context } from '../../core/context.ts';
import { beginsAWord, containsWords, searchPatterns } from '../../database/statements/search-patterns.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { VISIBLE_COURSE } from './visible-courses.ts';

const FIND = defineStatement({
  name: 'find-courses',
  scope: 'tenant',
  row: FoundCourse,
  sql: `
select c.id, c.title, c.emoji, d.name as department
from courses c left join departments d on d.workspace_id = :workspaceId and d.id = c.department_id
where c.workspace_id = :workspaceId and ${VISIBLE_COURSE} and ${containsWords('lower(c.title)')}
order by ${beginsAWord('lower(c.title)')} desc, c.title, c.id
limit :limit`,
});

/** Finds courses by words of their title. */
export function findCourses(ctx: Context, query: string, limit: number): Promise<FoundCourse[]> {
  const seen = { workspaceId: ctx.workspace.id, ownDepartment: ownDepartment(ctx) };
  return FIND.all(ctx.db.pool, { ...seen, ...searchPatterns(query), limit });
}
