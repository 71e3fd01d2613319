import {
  ModuleSearchResult,
  CourseSearchResult,
  PublishedModuleSearchResult,
  SuggestionSearchResult,
  PersonSearchResult,
} from '@training/shared/search/search';
import { requireActingPerson, departmentLimitOf, type Context } from '../../core/context.ts';
import { beginsAWordSql, containsWordsSql, searchParametersOf } from '../../database/statements/search-patterns.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { COURSE_IS_VISIBLE } from '../courses/read-courses.ts';
import { MODULE_IS_IN_LIBRARY } from '../learning/list-library.ts';
import { SUGGESTION_IS_VISIBLE } from '../suggestions/read-suggestions.ts';
import { TITLE_IN_OWN_LANGUAGE_SQL } from '../translations/localized-texts.ts';

/** SQL for the searched text. E-mail addresses are stored in lower case. */
const TEXT = "lower(concat_ws(' ', full_name, email, external_id))";

const FIND_PEOPLE = defineStatement({
  name: 'find-people',
  scope: 'tenant',
  replica: true,
  row: PersonSearchResult,
  sql: `
select id, full_name, email, external_id, role, is_active from users
where workspace_id = :workspaceId and ${containsWordsSql(TEXT)}
order by is_active desc, ${beginsAWordSql(TEXT)} desc, full_name, id
limit :limit`,
});

/** Finds people by words of their name, e-mail and external_id; active people come first. */
export function findPeople({ db, workspace }: Context, query: string, limit: number): Promise<PersonSearchResult[]> {
  return FIND_PEOPLE.all(db.pool, { workspaceId: workspace.id, ...searchParametersOf(query), limit });
}

const FIND_SUGGESTIONS = defineStatement({
  name: 'find-suggestions',
  scope: 'tenant',
  replica: true,
  row: SuggestionSearchResult,
  sql: `
select s.id, s.title, s.source_name, s.status
from unnest(array['pending', 'accepted', 'dismissed', 'superseded']) with ordinality of_status (status, place)
cross join lateral (
  select * from suggestions s
  where s.workspace_id = :workspaceId and s.status = of_status.status and ${SUGGESTION_IS_VISIBLE}
  order by s.created_at desc, s.id desc limit :newest
) s
where ${containsWordsSql("lower(s.title || ' ' || s.source_name)")}
order by of_status.place, ${beginsAWordSql('lower(s.title)')} desc, s.created_at desc, s.id desc
limit :limit`,
});

/** Maximum number of rows read per status, because their contents are stored next to the titles. */
const NEWEST = 5_000;

/**
 * Finds suggestions by words of their title and source, pending ones first; searches the newest 5,000 of each status.
 */
export function findSuggestions(ctx: Context, query: string, limit: number): Promise<SuggestionSearchResult[]> {
  const seen = { workspaceId: ctx.workspace.id, ownDepartment: departmentLimitOf(ctx) };
  return FIND_SUGGESTIONS.all(ctx.db.pool, { ...seen, ...searchParametersOf(query), newest: NEWEST, limit });
}

const FIND_LESSONS = defineStatement({
  name: 'find-lessons',
  scope: 'tenant',
  replica: true,
  row: PublishedModuleSearchResult,
  sql: `
select l.id, l.title, l.course
from (
  select m.id, m.title as source, ${TITLE_IN_OWN_LANGUAGE_SQL} as title, c.title as course
  from modules m join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
  where m.workspace_id = :workspaceId and ${MODULE_IS_IN_LIBRARY}
  offset 0) l
where ${containsWordsSql("lower(concat_ws(' ', l.title, l.source, l.course))")}
order by ${containsWordsSql('lower(l.title)')} desc, ${beginsAWordSql('lower(l.title)')} desc, l.title, l.id
limit :limit`,
});

/** Finds modules that can be studied, by words of their title, in the caller’s language or the source, and course. */
export function findStudyableModules(
  ctx: Context,
  query: string,
  limit: number,
): Promise<PublishedModuleSearchResult[]> {
  const asked = { workspaceId: ctx.workspace.id, userId: requireActingPerson(ctx).id };
  return FIND_LESSONS.all(ctx.db.pool, { ...asked, ...searchParametersOf(query), limit });
}

const FIND_COURSES = defineStatement({
  name: 'find-courses',
  scope: 'tenant',
  replica: true,
  row: CourseSearchResult,
  sql: `
select c.id, c.title, c.emoji, d.name as department
from courses c left join departments d on d.workspace_id = :workspaceId and d.id = c.department_id
where c.workspace_id = :workspaceId and ${COURSE_IS_VISIBLE} and ${containsWordsSql('lower(c.title)')}
order by ${beginsAWordSql('lower(c.title)')} desc, c.title, c.id
limit :limit`,
});

/** Finds courses by words of their title. */
export function findCourses(ctx: Context, query: string, limit: number): Promise<CourseSearchResult[]> {
  const seen = { workspaceId: ctx.workspace.id, ownDepartment: departmentLimitOf(ctx) };
  return FIND_COURSES.all(ctx.db.pool, { ...seen, ...searchParametersOf(query), limit });
}

/** Title of the working copy. */
const TITLE = `coalesce(m.working ->> 'title', m.title)`;

const FIND = defineStatement({
  name: 'find-modules',
  scope: 'tenant',
  replica: true,
  row: ModuleSearchResult,
  sql: `
select m.id, ${TITLE} as title, m.status, c.id as course_id, c.title as course
from modules m join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
where m.workspace_id = :workspaceId and ${COURSE_IS_VISIBLE} and ${containsWordsSql(`lower(${TITLE} || ' ' || c.title)`)}
order by ${containsWordsSql(`lower(${TITLE})`)} desc, ${beginsAWordSql(`lower(${TITLE})`)} desc, 2, m.id
limit :limit`,
});

/**
 * Finds modules by words of their title and their course's title; those with all words in their own title come first.
 */
export function findModules(ctx: Context, query: string, limit: number): Promise<ModuleSearchResult[]> {
  const seen = { workspaceId: ctx.workspace.id, ownDepartment: departmentLimitOf(ctx) };
  return FIND.all(ctx.db.pool, { ...seen, ...searchParametersOf(query), limit });
}
