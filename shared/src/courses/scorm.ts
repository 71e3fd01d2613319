import { z } from 'zod';
import { Language } from '../i18n/languages.ts';
import { Count, Id } from '../primitives.ts';
import type { AttemptSettings, Flashcard, Question } from './courses.ts';

/** A course as a SCORM package, or one of its modules. */
export const PreviewScormExport = z.strictObject({
  course_id: Id.describe('The course.'),
  module_id: Id.describe('Only this module of it.').optional(),
});
export type PreviewScormExport = z.infer<typeof PreviewScormExport>;

/** Kinds of questions that can't be played without this system: it grades them with AI or a trainer. */
export const QUESTION_KINDS_NOT_IN_SCORM = ['spoken'] as const satisfies Question['kind'][];

/** The content of a SCORM package, and all that it leaves out (rules/courses-and-modules 21). */
export const ScormExportPreview = z.strictObject({
  modules: z
    .array(
      z.strictObject({
        id: Id,
        title: z.string(),
        revision: z.int(),
        cards: Count,
        questions: Count.describe('Those that are in the package.'),
        languages: z.array(Language).describe('The one that it is written in, then those that it is translated into.'),
        left_out: z
          .array(z.string())
          .describe('The first 100 characters of each question that needs this system to grade it.'),
        topics_left_out: z
          .array(z.string())
          .describe('Topics whose pass score doesn’t count in the package, because it has none of their questions.'),
      }),
    )
    .describe('Those in the package, in the order of the course.'),
  unpublished: z.array(z.string()).describe('Titles of modules that aren’t in it, because they aren’t published.'),
  bytes: Count.describe('Size of its content and files before it is compressed.'),
  is_too_large: z.boolean().describe('Whether it has more than 1 GiB, or more than 10,000 files.'),
});
export type ScormExportPreview = z.infer<typeof ScormExportPreview>;

/** A module in one language, as the player of a SCORM package shows it. */
export interface ScormModuleTranslation {
  code: string;
  title: string;
  cards: Flashcard[];
  questions: Question[];
  /** Cards and questions in the language that the module is written in. */
  untranslated: string[];
}

/** A published module, as the player of a SCORM package gets it. */
export interface ScormModule extends AttemptSettings {
  revision: number;
  pass_score: number;
  /** The one that it is written in first. */
  languages: ScormModuleTranslation[];
  /** Places of files in the package, by digest. */
  media: Record<string, string>;
}
