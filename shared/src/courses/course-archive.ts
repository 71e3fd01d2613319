import { z } from 'zod';
import { Language } from '../i18n/languages.ts';
import { Count, Id, labelSchema } from '../primitives.ts';
import {
  CreateCourse,
  MaxAttempts,
  PassScore,
  QuestionsPerAttempt,
  SolutionVisibility,
  TopicPassScores,
} from './courses.ts';
import { CardDrafts, QuestionDrafts } from './sections.ts';
import { CONTENT_LIMITS } from './section-length.ts';

export const COURSE_ARCHIVE_FORMAT = 'course-archive-1';

/** A module with its settings and content. Items keep their ids, so that their hashes stay the same. */
export const ArchivedModule = z.strictObject({
  title: labelSchema(200),
  language: Language,
  validity_days: z.int().min(1).max(36_500).nullable(),
  pass_score: PassScore,
  max_attempts: MaxAttempts,
  show_solutions: SolutionVisibility,
  questions_per_attempt: QuestionsPerAttempt.default(null),
  topic_scores: TopicPassScores.default([]),
  flashcards: CardDrafts,
  quiz: QuestionDrafts,
  content_hashes: z
    .strictObject({ flashcards: z.string().max(64), quiz: z.string().max(64) })
    .describe('SHA-256 of each section.'),
});
export type ArchivedModule = z.infer<typeof ArchivedModule>;

/** A course as a file that any installation reads (rules/courses-and-modules 14). */
export const CourseArchive = z.strictObject({
  format: z.literal(COURSE_ARCHIVE_FORMAT),
  course: CreateCourse,
  modules: z.array(ArchivedModule).max(CONTENT_LIMITS.modules),
});
export type CourseArchive = z.infer<typeof CourseArchive>;

/** The kind of file that content was imported from. */
export const ImportFileFormat = z.enum(['archive', 'table', 'deck', 'qti']);
export type ImportFileFormat = z.infer<typeof ImportFileFormat>;

const from = ImportFileFormat.default('archive').describe('What it was imported from, for the audit log.');

export const ImportModule = z.strictObject({ course_id: Id, module: ArchivedModule, from });
export type ImportModule = z.infer<typeof ImportModule>;

export const ImportedModule = z.strictObject({
  id: Id,
  cards: Count,
  questions: Count,
  is_same: z.boolean().describe('Whether its content has the hashes that the archive names.'),
});
export type ImportedModule = z.infer<typeof ImportedModule>;

const version = z.int().min(1).describe('The version of the section that was shown.');

/**
 * Appends cards and questions to a module, all or none: 423 `content_locked` while a section that gets some is under
 * review, 409 `stale_version` if someone has saved meanwhile. Items that the module has already stay as they are.
 */
export const AppendItems = z.strictObject({
  module_id: Id,
  from,
  flashcards: z.strictObject({ version, items: CardDrafts }).optional(),
  quiz: z.strictObject({ version, items: QuestionDrafts }).optional(),
});
export type AppendItems = z.infer<typeof AppendItems>;

export const AppendedItemCounts = z.strictObject({ module_id: Id, cards: Count, questions: Count });
export type AppendedItemCounts = z.infer<typeof AppendedItemCounts>;

/** Imports an archive from another system, as drafts of a new course. */
export const ImportCourse = CourseArchive.extend({
  department_id: Id.describe('Whose trainers will own the course.'),
});
export type ImportCourse = z.infer<typeof ImportCourse>;

export const ImportedCourse = z
  .strictObject({
    id: Id.describe('The new course.'),
    modules: z.array(ImportedModule).describe('The drafts, in the order of the archive.'),
  })
  .meta({ id: 'ImportedCourse' });
export type ImportedCourse = z.infer<typeof ImportedCourse>;
