import { z } from 'zod';
import { ModuleStatus } from '../courses/courses.ts';
import { Id } from '../primitives.ts';
import { User } from '../users/users.ts';
import { SuggestionStatus } from '../statuses.ts';

/** The maximum number of results per kind. */
export const MOST_SEARCH_RESULTS = 5;

/** The input of the search palette. */
export const SearchPalette = z.strictObject({ query: z.string().trim().min(1).max(200) });
export type SearchPalette = z.infer<typeof SearchPalette>;

export const FoundPerson = User.pick({
  id: true,
  full_name: true,
  email: true,
  external_id: true,
  role: true,
  is_active: true,
});
export type FoundPerson = z.infer<typeof FoundPerson>;

export const FoundCourse = z.strictObject({
  id: Id,
  title: z.string(),
  emoji: z.string(),
  department: z.string().nullable(),
});
export type FoundCourse = z.infer<typeof FoundCourse>;

export const FoundModule = z.strictObject({
  id: Id,
  title: z.string().describe('That of its working copy, where it has one.'),
  status: ModuleStatus,
  course_id: Id,
  course: z.string(),
});
export type FoundModule = z.infer<typeof FoundModule>;

export const FoundSuggestion = z.strictObject({
  id: Id,
  title: z.string(),
  source_name: z.string(),
  status: SuggestionStatus,
});
export type FoundSuggestion = z.infer<typeof FoundSuggestion>;

/** A published module, for learners, who see no drafts. */
export const FoundLesson = z.strictObject({ id: Id, title: z.string(), course: z.string() });
export type FoundLesson = z.infer<typeof FoundLesson>;

/** Results that the caller may see, per kind and best first; empty for kinds that their role has no access to. */
export const SearchResults = z.strictObject({
  people: z.array(FoundPerson),
  courses: z.array(FoundCourse),
  modules: z.array(FoundModule),
  suggestions: z.array(FoundSuggestion),
  lessons: z.array(FoundLesson),
});
export type SearchResults = z.infer<typeof SearchResults>;
