import { z } from 'zod';
import { ModuleStatus } from '../courses/courses.ts';
import { Id } from '../primitives.ts';
import { User } from '../users/users.ts';
import { SuggestionStatus } from '../statuses.ts';

/** The maximum number of results per kind. */
export const MAX_SEARCH_RESULTS_PER_KIND = 5;

/** The input of the search palette. */
export const SearchPaletteQuery = z.strictObject({ query: z.string().trim().min(1).max(200) });
export type SearchPaletteQuery = z.infer<typeof SearchPaletteQuery>;

export const PersonSearchResult = User.pick({
  id: true,
  full_name: true,
  email: true,
  external_id: true,
  role: true,
  is_active: true,
});
export type PersonSearchResult = z.infer<typeof PersonSearchResult>;

export const CourseSearchResult = z.strictObject({
  id: Id,
  title: z.string(),
  emoji: z.string(),
  department: z.string().nullable(),
});
export type CourseSearchResult = z.infer<typeof CourseSearchResult>;

export const ModuleSearchResult = z.strictObject({
  id: Id,
  title: z.string().describe('That of its working copy, where it has one.'),
  status: ModuleStatus,
  course_id: Id,
  course: z.string(),
});
export type ModuleSearchResult = z.infer<typeof ModuleSearchResult>;

export const SuggestionSearchResult = z.strictObject({
  id: Id,
  title: z.string(),
  source_name: z.string(),
  status: SuggestionStatus,
});
export type SuggestionSearchResult = z.infer<typeof SuggestionSearchResult>;

/** A published module, for learners, who see no drafts. */
export const PublishedModuleSearchResult = z.strictObject({ id: Id, title: z.string(), course: z.string() });
export type PublishedModuleSearchResult = z.infer<typeof PublishedModuleSearchResult>;

/** Results that the caller may see, per kind and best first; empty for kinds that their role has no access to. */
export const SearchResults = z.strictObject({
  people: z.array(PersonSearchResult),
  courses: z.array(CourseSearchResult),
  modules: z.array(ModuleSearchResult),
  suggestions: z.array(SuggestionSearchResult),
  lessons: z.array(PublishedModuleSearchResult),
});
export type SearchResults = z.infer<typeof SearchResults>;
