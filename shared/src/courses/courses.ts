import { z } from 'zod';
import { contractMessage } from '#contract';
import { PictureArea, CardMedia, createMediaListSchema, QuestionMedia } from './media.ts';
import { Count, Id, Timestamp, labelSchema } from '../primitives.ts';

/** The public status of a module. See rules/values 8. */
export const ModuleStatus = z
  .enum(['draft', 'in_review', 'changes_requested', 'published', 'rejected', 'archived'])
  .meta({ id: 'ModuleStatus' });
export type ModuleStatus = z.infer<typeof ModuleStatus>;

/**
 * The state of a module's working copy (rules/review). A published module has no working copy until an author revises
 * it; its public status stays `published` meanwhile.
 */
export const WorkingCopyStatus = ModuleStatus.exclude(['published', 'archived']);
export type WorkingCopyStatus = z.infer<typeof WorkingCopyStatus>;

export const SectionKind = z.enum(['flashcards', 'quiz']);
export type SectionKind = z.infer<typeof SectionKind>;

/** Only `editable` and `queried` accept edits (rules/courses-and-modules 4). */
export const SectionState = z.enum(['editable', 'locked', 'queried', 'approved']);
export type SectionState = z.infer<typeof SectionState>;

/** The minimum score to pass a quiz. Stored with four decimals, so that the approved value is published unchanged. */
export const PassScore = z
  .number()
  .min(0)
  .max(1)
  .refine((score) => Number(score.toFixed(4)) === score, {
    error: () => contractMessage('atMostDecimals', { maximum: 4 }),
  })
  .meta({ multipleOf: 0.0001, examples: [0.8] });

/** The number of quiz attempts per cycle. A trainer can grant more. */
export const MaxAttempts = z.int().min(1).max(100);
export type MaxAttempts = z.infer<typeof MaxAttempts>;

/**
 * The moment when learners see a quiz's solutions: with each answer, after they passed or used all attempts, or never.
 */
export const SolutionVisibility = z.enum(['with_answer', 'at_end', 'never']);
export type SolutionVisibility = z.infer<typeof SolutionVisibility>;

/** The topic of a question, by which attempts draw and topics are passed. */
export const QuestionTopic = labelSchema(60);

/** The number of questions that each attempt draws, by topic; null for all of them. */
export const QuestionsPerAttempt = z.int().min(1).max(200).nullable();

/** Topics with a pass score of their own: an attempt below it fails, whatever its score. */
export const TopicPassScores = z
  .array(z.strictObject({ topic: QuestionTopic, pass_score: PassScore }))
  .max(20)
  .refine((topics) => new Set(topics.map(({ topic }) => topic)).size === topics.length, {
    error: () => contractMessage('eachTopicOnce'),
  });
export type TopicPassScores = z.infer<typeof TopicPassScores>;

/** Defaults for new modules, and for modules published before these settings existed. */
export const DEFAULT_ATTEMPT_SETTINGS: AttemptSettings = {
  max_attempts: 3,
  show_solutions: 'at_end',
  questions_per_attempt: null,
  topic_scores: [],
};

/** Settings of a module's quiz, reviewed with it. */
export const AttemptSettings = z.strictObject({
  max_attempts: MaxAttempts,
  show_solutions: SolutionVisibility,
  questions_per_attempt: QuestionsPerAttempt,
  topic_scores: TopicPassScores,
});
export type AttemptSettings = z.infer<typeof AttemptSettings>;

/**
 * The source of a card or question: the quote, and the document or suggestion that contains it
 * (rules/courses-and-modules 8).
 */
export const ItemSource = z.strictObject({
  quote: z.string(),
  name: z.string(),
  url: z.string().nullable(),
  suggestion_id: Id.nullable(),
});
export type ItemSource = z.infer<typeof ItemSource>;

/** Front and back are Markdown. */
export const Flashcard = z.strictObject({
  id: Id,
  front: z.string(),
  back: z.string(),
  media: createMediaListSchema(CardMedia),
  source: ItemSource.optional(),
});
export type Flashcard = z.infer<typeof Flashcard>;

const question = {
  id: Id,
  prompt: z.string(),
  explanation: z.string(),
  media: createMediaListSchema(QuestionMedia),
  source: ItemSource.optional(),
  topic: z.string().optional().describe('Draws are fair by topic.'),
};

/** A setting of a question that is absent while it is off, so that hashes of other questions stay. */
const On = z.literal(true).optional();

/** Distance that an answer may have from the value: an amount, or a percentage of the value. */
export const NumberTolerance = z.strictObject({ by: z.enum(['amount', 'percent']), of: z.number().min(0).max(1e12) });
export type NumberTolerance = z.infer<typeof NumberTolerance>;

/** A question by its kind. `docs/contributing.md` says how to find the places that a new kind needs. */
export const Question = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('single_choice'),
    ...question,
    options: z.array(z.string()),
    correct: z.int().describe('Index of the right option.'),
  }),
  z.strictObject({
    kind: z.literal('multiple_choice'),
    ...question,
    options: z.array(z.string()),
    correct: z.array(z.int()).describe('Indexes of all right options.'),
    partial_credit: On.describe('Right choices count in part, and wrong ones subtract.'),
  }),
  z.strictObject({
    kind: z.literal('short_text'),
    ...question,
    accepted: z.array(z.string()),
    ignore_accents: On,
    allow_typo: On.describe('One letter too many, missing, wrong or swapped, in texts of five letters or more.'),
  }),
  z.strictObject({
    kind: z.literal('spoken'),
    ...question,
    rubric: z.array(z.string()).describe('What a full answer mentions.'),
  }),
  z.strictObject({
    kind: z.literal('number'),
    ...question,
    value: z.number().nullable().describe('null while it is unfinished.'),
    tolerance: NumberTolerance.optional(),
    units: z.array(z.string()).describe('The answer needs one of them, exactly as written; empty for none.'),
  }),
  z.strictObject({
    kind: z.literal('ordering'),
    ...question,
    options: z.array(z.string()).describe('In the right order.'),
  }),
  z.strictObject({
    kind: z.literal('matching'),
    ...question,
    options: z.array(z.string()),
    matches: z.array(z.string()).describe('That of each option; more of them fit none.'),
    partial_credit: On.describe('Each right match counts.'),
  }),
  z.strictObject({
    kind: z.literal('hotspot'),
    ...question,
    options: z.array(z.string()).describe('Names of the areas, which screen readers say.'),
    areas: z.array(PictureArea).describe('That of each option, in the first picture of the prompt.'),
    correct: z.array(z.int()).describe('Indexes of all right areas.'),
    partial_credit: On.describe('Right areas count in part, and wrong ones subtract. Only of several right areas.'),
  }),
]);
export type Question = z.infer<typeof Question>;

/** A course in the console's list, with the number of its modules per state. */
export const CourseSummary = z.strictObject({
  id: Id,
  title: z.string(),
  emoji: z.string(),
  department_id: Id.nullable(),
  department: z.string().nullable(),
  published: z.boolean(),
  published_at: Timestamp.nullable(),
  created_at: Timestamp,
  modules: Count,
  published_modules: Count,
  changes_requested: Count.describe('How many of them reviewers have sent back to be changed.'),
});
export type CourseSummary = z.infer<typeof CourseSummary>;

export const ModuleSummary = z.strictObject({
  id: Id,
  title: z.string(),
  status: ModuleStatus,
  workflow: WorkingCopyStatus.nullable().describe(
    'Where its working copy stands; null while there is none. Of what is published it is the next version.',
  ),
  open: z.array(SectionKind).describe('Its sections that accept edits now; none where it is archived.'),
  order: z.int(),
  validity_days: z.int().nullable(),
  flashcards: Count,
  questions: Count,
  open_queries: Count.describe('What reviewers ask of its queried sections, and nobody has resolved.'),
});
export type ModuleSummary = z.infer<typeof ModuleSummary>;

export const CourseDetail = CourseSummary.omit({
  modules: true,
  published_modules: true,
  changes_requested: true,
}).extend({
  version: z.int().describe('A change of title or emoji names the version that it began from.'),
  modules: z.array(ModuleSummary),
});
export type CourseDetail = z.infer<typeof CourseDetail>;

export const CourseOrder = z.enum(['created', 'title', 'department', 'published']);
export type CourseOrder = z.infer<typeof CourseOrder>;

export const ListCourses = z.strictObject({
  search: z.string().trim().max(200).optional(),
  department_id: Id.optional(),
  order: CourseOrder.default('created').describe('Courses without a department, or never published, come last.'),
  descending: z.boolean().default(false),
  limit: z.int().min(1).max(100).default(50),
  offset: z.int().min(0).default(0),
});
export type ListCourses = z.infer<typeof ListCourses>;

export const CoursePage = z.strictObject({ courses: z.array(CourseSummary), total: Count });
export type CoursePage = z.infer<typeof CoursePage>;

/** Exactly one emoji as displayed, regardless of its number of code points (rules/courses-and-modules 2). */
export const Emoji = z
  .string()
  // Made when it is needed, because making it takes long on a phone.
  .refine((text) => /^\p{RGI_Emoji}$/v.test(text), { error: () => contractMessage('oneEmoji') })
  .meta({ examples: ['📦'] });

export const CreateCourse = z.strictObject({ title: labelSchema(200), emoji: Emoji });
export type CreateCourse = z.infer<typeof CreateCourse>;

/** Omitted fields stay unchanged. 409 `stale_version` if the course has changed since the given version. */
export const UpdateCourse = z.strictObject({
  id: Id,
  version: z.int().min(1).describe('That of `courses.get`.'),
  title: labelSchema(200).optional(),
  emoji: Emoji.optional(),
});
export type UpdateCourse = z.infer<typeof UpdateCourse>;

/** The reason why edits are refused: the body of a 423, also shown by the editor. */
export const SectionLock = z.strictObject({
  section: SectionKind.nullable().describe('Null: title, validity and pass score.'),
  round: z.int(),
  since: Timestamp,
  by: z.string().nullable().describe('Whoever submitted or approved it.'),
});
export type SectionLock = z.infer<typeof SectionLock>;

export const QuestionKind = z.enum([
  'single_choice',
  'multiple_choice',
  'short_text',
  'spoken',
  'number',
  'ordering',
  'matching',
  'hotspot',
]);
export type QuestionKind = z.infer<typeof QuestionKind>;

/** A question as learners see it, without the solution. */
export const QuestionWithoutSolution = z.strictObject({
  id: Id,
  kind: QuestionKind,
  prompt: z.string(),
  options: z.array(z.string()).describe('Empty where there is nothing to choose from.'),
  matches: z.array(z.string()).optional().describe('What options are matched with; absent where nothing is.'),
  areas: z.array(PictureArea).optional().describe('That of each option, in the first picture; absent without areas.'),
  several: On.describe('More than one area is right.'),
  media: createMediaListSchema(QuestionMedia).describe('All but those of the explanation.'),
});
export type QuestionWithoutSolution = z.infer<typeof QuestionWithoutSolution>;
