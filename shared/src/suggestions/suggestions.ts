import { z } from 'zod';
import { Count, HttpUrl, Id, Timestamp, labelSchema, textSchema } from '../primitives.ts';
import { SuggestionStatus } from '../statuses.ts';

/** The status of a suggestion. See rules/suggestions 1. */
/** Content pushed by an external system (rules/suggestions 3). */
export const CreateIntakeSuggestion = z.strictObject({
  content: textSchema(1, 50_000).describe(
    'The article or document; at most 50,000 characters, counted as code points.',
  ),
  source_name: labelSchema(200).describe('The system that it comes from; case and white space make no difference.'),
  title: labelSchema(300).optional().describe('The first heading or line of the content when omitted.'),
  source_url: HttpUrl.optional().describe(
    'A link back to the item. A newer text with the link of one that still waits in the same department supersedes it.',
  ),
  department_id: Id.optional().describe('Whose queue it belongs to; every department sees it when omitted.'),
});
export type CreateIntakeSuggestion = z.infer<typeof CreateIntakeSuggestion>;

/** The result of an intake: a draft suggestion in the Recommended queue, never a module. */
export const IntakeSuggestion = z
  .strictObject({
    id: Id,
    status: SuggestionStatus.describe(
      '`pending` for a new one; `superseded` once a newer text of the same `source_url` came.',
    ),
    title: z.string(),
    source_name: z.string(),
    source_url: z.string().nullable(),
    department_id: Id.nullable(),
    created_at: Timestamp,
    duplicate_of: Id.nullable().describe(
      'An earlier suggestion from another source with the same text, or with a near duplicate: at least nine tenths of the ' +
        '5-grams of words of each are also in the other. Case, punctuation and white space make no difference.',
    ),
  })
  .meta({ id: 'Suggestion' });
export type IntakeSuggestion = z.infer<typeof IntakeSuggestion>;

/** A reference to another suggestion. */
const NamedSuggestion = z.strictObject({
  id: Id,
  title: z.string(),
  source_name: z.string(),
  status: SuggestionStatus,
});

/** The number of code points of a suggestion's text that lists include. */
export const SUGGESTION_EXCERPT_CODE_POINTS = 480;

/** A row of the Recommended queue. */
export const SuggestionSummary = IntakeSuggestion.extend({
  department: z.string().nullable(),
  excerpt: z
    .string()
    .describe(`The first ${SUGGESTION_EXCERPT_CODE_POINTS} characters of the content, as it was written.`),
  dismissed_at: Timestamp.nullable(),
  dismissed_by: z.string().nullable().describe('A name.'),
  dismiss_reason: z.string().nullable(),
  duplicate: NamedSuggestion.nullable().describe('`duplicate_of`; null where the caller may not see it.'),
  superseded: z
    .strictObject({
      at: Timestamp,
      by: NamedSuggestion.nullable().describe('With the newer text; null where the caller may not see it.'),
    })
    .nullable(),
  accepted: z
    .strictObject({
      at: Timestamp,
      by: z.string().nullable().describe('A name.'),
      module: z
        .strictObject({ id: Id, course_id: Id, title: z.string() })
        .nullable()
        .describe('What it became; null where the caller may not see it.'),
    })
    .nullable(),
}).meta({ id: 'SuggestionSummary' });
export type SuggestionSummary = z.infer<typeof SuggestionSummary>;

/** The scan result of a document read from a drive (rules/drives 7). */
export const SuggestionScan = z.strictObject({
  by_ai: z.boolean().describe('False where the workspace has no provider key: the text was suggested as it is.'),
  summary: z.string().nullable(),
  changes: z.string().nullable().describe('What has changed since the text of the file that was read before.'),
  language: z.string().nullable().describe('BCP 47; `und` where it is not clear.'),
  passages: z
    .array(z.strictObject({ text: z.string(), quote: z.string().describe('Word for word from the content.') }))
    .describe('What it teaches.'),
});
export type SuggestionScan = z.infer<typeof SuggestionScan>;

export const SuggestionDetail = SuggestionSummary.extend({
  content: z.string(),
  scan: SuggestionScan.nullable().describe('Null for what another system pushed.'),
}).meta({ id: 'SuggestionDetail' });
export type SuggestionDetail = z.infer<typeof SuggestionDetail>;

export const SuggestionOrder = z.enum(['created', 'title', 'source', 'department']);
export type SuggestionOrder = z.infer<typeof SuggestionOrder>;

export const ListSuggestions = z.strictObject({
  status: SuggestionStatus.default('pending'),
  order: SuggestionOrder.default('created').describe('Suggestions without a department come last.'),
  descending: z.boolean().default(true),
  limit: z.int().min(1).max(100).default(50),
  offset: z.int().min(0).default(0),
});
export type ListSuggestions = z.infer<typeof ListSuggestions>;

export const SuggestionPage = z.strictObject({
  suggestions: z.array(SuggestionSummary),
  total: Count,
});
export type SuggestionPage = z.infer<typeof SuggestionPage>;

export const DismissSuggestion = z.strictObject({
  id: Id,
  reason: labelSchema(500).describe('Kept with the suggestion and in the audit log.'),
});
export type DismissSuggestion = z.infer<typeof DismissSuggestion>;

/** Undoes a dismissal, within 30 days. */
export const RestoreSuggestion = z.strictObject({ id: Id });
export type RestoreSuggestion = z.infer<typeof RestoreSuggestion>;

/** The number of days in which a dismissal can be undone. */
export const DISMISSAL_RESTORE_DAYS = 30;

/**
 * Creates a draft module in a course of the trainer's department, with the source attached. If AI is configured, cards
 * and quiz are generated (rules/suggestions 8). The draft goes through review like any other.
 */
export const AcceptSuggestion = z.strictObject({
  id: Id,
  course_id: Id,
  title: labelSchema(200).optional().describe('The suggestion’s own title when omitted.'),
  generate: z.boolean().default(true),
});
export type AcceptSuggestion = z.infer<typeof AcceptSuggestion>;

export const AcceptedSuggestion = z.strictObject({
  id: Id,
  module_id: Id,
  course_id: Id,
  jobs: z.array(Id).describe('The AI jobs that fill it; none where AI is not configured.'),
});
export type AcceptedSuggestion = z.infer<typeof AcceptedSuggestion>;

/** Moves the suggestion to another department, or with null to all. */
export const MoveSuggestion = z.strictObject({ id: Id, department_id: Id.nullable() });
export type MoveSuggestion = z.infer<typeof MoveSuggestion>;
