import { z } from 'zod';
import { SectionKind } from '../courses/courses.ts';
import { DriveFileState } from '../drives/drives.ts';
import { Count, Id, Timestamp } from '../primitives.ts';
import { CONTENT_LIMITS } from '../courses/section-length.ts';

/** An excerpt with its surrounding text. Long ones are cut, marked by an ellipsis. */
export const SourceExcerpt = z.strictObject({
  before: z.string().describe('The paragraph before; empty where there is none.'),
  text: z.string().describe('The paragraphs that the passage stands in.'),
  after: z.string(),
});
export type SourceExcerpt = z.infer<typeof SourceExcerpt>;

/** Identifies a marked card or question. `version` is the version of the mark that the caller saw. */
const MarkedItemRef = z.strictObject({
  section: SectionKind,
  item_id: Id,
  version: z.int().min(1).describe('Counts how often the mark has changed: confirming another one is refused.'),
});

/** A published card or question whose quote is no longer in its source document. */
export const MarkedItem = MarkedItemRef.extend({
  place: z.int().min(1).describe('Its place in the published version.'),
  title: z.string().describe('The front of the card, or the question.'),
  quote: z.string(),
  document: z.strictObject({
    name: z.string(),
    url: z.string().nullable(),
    state: DriveFileState.describe('Where the document is by now; `trashed` and the like where its text is gone.'),
  }),
  gone: z.boolean().describe('The document is not there any more, or not where it is read.'),
  old: SourceExcerpt.describe('Where the passage stood in the text that the item came from.'),
  now: SourceExcerpt.nullable().describe('What is most like it in the present text; null where nothing is.'),
  marked_at: Timestamp,
  changed_at: Timestamp.describe('When the mark changed last.'),
});
export type MarkedItem = z.infer<typeof MarkedItem>;

/** The marked items of a module (rules/drives 8); empty if all quotes are still in their documents. */
export const ModuleSourceDrift = z.strictObject({
  module_id: Id,
  items: z.array(MarkedItem).describe('In the order of the published version, cards first.'),
});
export type ModuleSourceDrift = z.infer<typeof ModuleSourceDrift>;

export const ListMarkedModules = z.strictObject({
  course_id: Id.optional(),
  limit: z.int().min(1).max(CONTENT_LIMITS.modules).default(50),
  offset: z.int().min(0).default(0),
});
export type ListMarkedModules = z.infer<typeof ListMarkedModules>;

/** Marked modules that the caller may see, the longest marked first. */
export const MarkedModulePage = z.strictObject({
  modules: z.array(
    z.strictObject({ module_id: Id, course_id: Id, title: z.string(), items: Count, marked_at: Timestamp }),
  ),
  total: Count,
});
export type MarkedModulePage = z.infer<typeof MarkedModulePage>;

/** Confirms items as “Still right”, until the text in place of the quote changes again. */
export const ConfirmMarkedItems = z.strictObject({
  module_id: Id,
  items: z
    .array(MarkedItemRef)
    .min(1)
    .max(CONTENT_LIMITS.cards + CONTENT_LIMITS.questions),
});
export type ConfirmMarkedItems = z.infer<typeof ConfirmMarkedItems>;
