import { FoundPerson } from '@training/shared/search/search';
import type { Context } from '../../core/context.ts';
import { beginsAWord, containsWords, searchPatterns } from '../../database/statements/search-patterns.ts';
import { defineStatement } from '../../database/statements/statement.ts';

/** SQL for the searched text. E-mail addresses are stored in lower case. */
const TEXT = "lower(full_name) || ' ' || email";

const FIND = defineStatement({
  name: 'find-people',
  scope: 'tenant',
  row: FoundPerson,
  sql: `
select id, full_name, email, role, is_active from users
where workspace_id = :workspaceId and ${containsWords(TEXT)}
order by is_active desc, ${beginsAWord(TEXT)} desc, full_name, id
limit :limit`,
});

/** Finds people by words of their name and e-mail; active people come first. */
export function findPeople({ db, workspace }: Context, query: string, limit: number): Promise<FoundPerson[]> {
  return FIND.all(db.pool, { workspaceId: workspace.id, ...searchPatterns(query), limit });
}
