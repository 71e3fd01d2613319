import { z } from 'zod';
import { Count, Timestamp } from '../primitives.ts';
import { ModuleContentVersion, ModuleState, ModuleRef } from './reviews.ts';

/** How a section differs from that of the revision before. */
export const SectionChangeCounts = z.strictObject({
  added: Count,
  changed: Count,
  removed: Count,
  moved: z.boolean().describe('Items that both have are in another order.'),
});
export type SectionChangeCounts = z.infer<typeof SectionChangeCounts>;

/** A published revision without its content. */
export const Revision = z.strictObject({
  number: z.int(),
  title: z.string(),
  published_at: Timestamp,
  published_by: z.string(),
  cards: Count,
  questions: Count,
  flashcards_hash: z.string(),
  quiz_hash: z.string(),
  changes: z
    .strictObject({ flashcards: SectionChangeCounts, quiz: SectionChangeCounts, settings: Count })
    .nullable()
    .describe('What differs from the revision before, title among the settings. Null of the first.'),
});
export type Revision = z.infer<typeof Revision>;

export const ListRevisions = ModuleRef.extend({
  limit: z.int().min(1).max(20).default(10),
  offset: z.int().min(0).max(1_000_000).default(0),
});
export type ListRevisions = z.infer<typeof ListRevisions>;

/** The newest first. */
export const RevisionPage = z.strictObject({
  revisions: z.array(Revision),
  total: Count,
  live: z.int().nullable().describe('The number of the revision that learners see.'),
});
export type RevisionPage = z.infer<typeof RevisionPage>;

export const RevisionRef = ModuleRef.extend({ number: z.int().min(1).max(1_000_000) });
export type RevisionRef = z.infer<typeof RevisionRef>;

/** Content and settings of a revision. */
export const RevisionContent = ModuleContentVersion.omit({ round: true }).extend({ number: z.int() });
export type RevisionContent = z.infer<typeof RevisionContent>;

const version = z.int().min(1);

/** Versions of a module's sections and settings. */
const Versions = z.strictObject({ flashcards_version: version, quiz_version: version, settings_version: version });

/**
 * Makes content and settings of a revision those of the working copy: 423 `content_locked` while the module is under
 * review, 409 `stale_version` if what it replaces has changed since the named versions, those of `modules.get`.
 */
export const RestoreRevision = RevisionRef.extend(Versions.shape);
export type RestoreRevision = z.infer<typeof RestoreRevision>;

export const RestoredRevision = ModuleState.extend(Versions.shape);
export type RestoredRevision = z.infer<typeof RestoredRevision>;
