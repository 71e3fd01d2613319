import { SearchResults, SearchPalette, MOST_SEARCH_RESULTS } from '@training/shared/search/search';
import { can, router } from '../../http/procedures.ts';
import { type Permission, reachOf } from '@training/shared/permissions';
import type { Context } from '../../core/context.ts';
import { findCourses, findModules, findLessons, findSuggestions, findPeople } from './find-matches.ts';

type Find<Row> = (ctx: Context, query: string, limit: number) => Promise<Row[]>;

/**
 * Searches each kind of record within the caller's permissions (rules/roles 6). Runs sequentially: a request uses one
 * connection at a time.
 */
async function search(ctx: Context, { query }: SearchPalette): Promise<SearchResults> {
  const { actor } = ctx;
  const reach = (permission: Permission) => (actor.kind === 'user' ? reachOf(actor.role, permission) : undefined);
  async function within<Row>(permission: Permission, find: Find<Row>): Promise<Row[]> {
    const reached = reach(permission);
    return reached === undefined ? [] : find({ ...ctx, reach: reached }, query, MOST_SEARCH_RESULTS);
  }
  return {
    people: await within('users:read', findPeople),
    courses: await within('drafts:read', findCourses),
    modules: await within('drafts:read', findModules),
    suggestions: await within('suggestions:read', findSuggestions),
    // Users who can read drafts find the modules instead.
    lessons: reach('drafts:read') === undefined ? await within('learning:study', findLessons) : [],
  };
}

export const searchRouter = router({
  find: can('search:use')
    .input(SearchPalette)
    .output(SearchResults)
    .query(({ ctx, input }) => search(ctx, input)),
});
