import { FoundLesson } from '@training/shared/search/search';
import type { Context } from '../../../core/context.ts';
import { beginsAWord, containsWords, searchPatterns } from '../../../database/statements/search-patterns.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { IN_LIBRARY } from './in-library.ts';

const FIND = defineStatement({
  name: 'find-lessons',
  scope: 'tenant',
  row: FoundLesson,
  sql: `
select m.id, m.title, c.title as course
from modules m join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
where m.workspace_id = :workspaceId and ${IN_LIBRARY} and ${containsWords("lower(m.title || ' ' || c.title)")}
order by ${containsWords('lower(m.title)')} desc, ${beginsAWord('lower(m.title)')} desc, m.title, m.id
limit :limit`,
});

/** Finds modules that can be studied, by words of their title or their course's. */
export function findLessons({ db, workspace }: Context, query: string, limit: number): Promise<FoundLesson[]> {
  return FIND.all(db.pool, { workspaceId: workspace.id, ...searchPatterns(query), limit });
}
