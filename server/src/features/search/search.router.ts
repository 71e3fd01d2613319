import { SearchResults, SearchPaletteQuery, MAX_SEARCH_RESULTS_PER_KIND } from '@training/shared/search/search';
import { permittedProcedure, router } from '../../http/procedures.ts';
import { type Permission, permissionReachOf } from '@training/shared/permissions';
import type { Context } from '../../core/context.ts';
import { findCourses, findModules, findStudyableModules, findSuggestions, findPeople } from './find-matches.ts';

type Find<Row> = (ctx: Context, query: string, limit: number) => Promise<Row[]>;

/**
 * Searches each kind of record within the caller's permissions (rules/roles 6). Runs sequentially: a request uses one
 * connection at a time.
 */
async function search(ctx: Context, { query }: SearchPaletteQuery): Promise<SearchResults> {
  const { actor } = ctx;
  const reach = (permission: Permission) =>
    actor.kind === 'user' ? permissionReachOf(actor.role, permission) : undefined;
  async function within<Row>(permission: Permission, find: Find<Row>): Promise<Row[]> {
    const reached = reach(permission);
    return reached === undefined ? [] : find({ ...ctx, reach: reached }, query, MAX_SEARCH_RESULTS_PER_KIND);
  }
  return {
    people: await within('users:read', findPeople),
    courses: await within('drafts:read', findCourses),
    modules: await within('drafts:read', findModules),
    suggestions: await within('suggestions:read', findSuggestions),
    // Users who can read drafts find the modules instead.
    lessons: reach('drafts:read') === undefined ? await within('learning:study', findStudyableModules) : [],
  };
}

export const searchRouter = router({
  find: permittedProcedure('search:use')
    .input(SearchPaletteQuery)
    .output(SearchResults)
    .query(({ ctx, input }) => search(ctx, input)),
});
