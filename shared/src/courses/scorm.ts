import { z } from 'zod';
import { Language } from '../i18n/languages.ts';
import { Count, Id, label } from '../primitives.ts';
import type { AttemptSettings, Flashcard, Question } from './courses.ts';

/** The most bytes of pictures, sound and film in a package: other systems refuse larger ones, too. */
export const MOST_PACKAGED_BYTES = 1024 * 1024 * 1024;

/** A course as a SCORM package, or one of its modules. */
export const PreviewScorm = z.strictObject({ course_id: Id, module_id: Id.optional() });
export type PreviewScorm = z.infer<typeof PreviewScorm>;

/** What a SCORM package contains, and what it leaves out (rules/courses-and-modules 18). */
export const ScormPreview = z.strictObject({
  modules: z
    .array(
      z.strictObject({
        id: Id,
        title: label(200),
        revision: z.int(),
        cards: Count,
        questions: Count.describe('Those that can be played elsewhere.'),
        languages: z.array(Language).describe('The one that it is written in, then those that it is translated into.'),
        spoken: Count.describe('Questions left out, because a spoken answer needs this system to grade it.'),
      }),
    )
    .describe('Published modules, in the order of the course.'),
  left_out: z
    .array(z.strictObject({ module_id: Id, prompt: z.string().describe('Its first 200 characters.') }))
    .describe('Questions left out; at most 500.'),
  unpublished: z.array(z.string()).describe('Titles of modules that aren’t published.'),
  media_bytes: Count.describe('Pictures, sound and film.'),
  most_media_bytes: z.literal(MOST_PACKAGED_BYTES),
});
export type ScormPreview = z.infer<typeof ScormPreview>;

/** Returns true if a question can be played without this system. */
export const isPlayed = ({ kind }: Pick<Question, 'kind'>): boolean => kind !== 'spoken';

/** A module in one language, as the player of a SCORM package shows it. */
export interface PlayedLanguage {
  code: string;
  title: string;
  cards: Flashcard[];
  questions: Question[];
  /** Cards and questions in the language that the module is written in. */
  untranslated: string[];
}

/** A published module, as the player of a SCORM package gets it. */
export interface PlayedModule extends AttemptSettings {
  revision: number;
  pass_score: number;
  /** The one that it is written in first. */
  languages: PlayedLanguage[];
  /** Places of files in the package, by digest. */
  media: Record<string, string>;
}
