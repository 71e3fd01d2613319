import { z } from 'zod';
import { contractMessage } from '#contract';
import { AiJobState } from '../ai/ai-jobs.ts';
import { Language } from '../i18n/languages.ts';
import { Count, Id, textSchema, Timestamp } from '../primitives.ts';
import { TranslatableTexts, TranslatableItem, TranslatedModulePart } from './item-texts.ts';

export const TRANSLATION_LIMITS = { variants: 20, items: 701 } as const;

export const VariantRef = z.strictObject({ module_id: Id, language: Language });
export type VariantRef = z.infer<typeof VariantRef>;

/** `missing`: no translation was ever approved. `stale`: one was, of another version of the source item. */
export const TranslationState = z.enum(['missing', 'stale', 'draft', 'in_review', 'approved']);
export type TranslationState = z.infer<typeof TranslationState>;

/** How far a module's variant in another language is, counted in items of the live revision. */
export const LanguageVariant = z.strictObject({
  language: Language,
  live_since: Timestamp.nullable().describe('When everything was approved for the first time; learners get it since.'),
  items: Count.describe('The title, the cards and the questions of the live revision.'),
  missing: Count.describe('Items of which no translation was ever approved.'),
  stale: Count.describe('Items that have changed since their translation was approved. Learners see the source.'),
  in_review: Count,
});
export type LanguageVariant = z.infer<typeof LanguageVariant>;

export const ModuleVariants = z.strictObject({
  module_id: Id,
  title: z.string(),
  course: z.strictObject({ id: Id, title: z.string() }),
  language: Language.describe('The language that the module is written in.'),
  revision: z.int().nullable().describe('The live revision, which is what is translated; null while there is none.'),
  variants: z.array(LanguageVariant).describe('By language.'),
});
export type ModuleVariants = z.infer<typeof ModuleVariants>;

const saved = { at: Timestamp, by: z.string() };

/** An item of the live revision with its translation. */
export const TranslatedItem = z.strictObject({
  part: TranslatedModulePart,
  item_id: Id,
  source_hash: z.string(),
  source: TranslatableItem,
  state: TranslationState.describe('Of the working text; `stale` and `missing` where nothing is written yet.'),
  working: z
    .strictObject({
      texts: TranslatableTexts,
      texts_hash: z.string().describe('A decision names what was seen by it.'),
      version: z.int(),
      generated: z.boolean().describe('Proposed by AI, and edited by nobody since.'),
      saved: z.strictObject(saved),
      submitted: z.strictObject(saved).nullable(),
      rejected: z.strictObject({ by: z.string(), reason: z.string() }).nullable(),
      mine: z.boolean().describe('The caller has written in it or had it generated, and so can’t approve it.'),
    })
    .nullable()
    .describe('The translation of this version of the item that is worked on; null if there is none.'),
  approved: z
    .strictObject({ texts: TranslatableTexts, ...saved })
    .nullable()
    .describe('What learners see.'),
  earlier: z
    .strictObject({ source: TranslatableItem, texts: TranslatableTexts, ...saved })
    .nullable()
    .describe('The newest translation approved of another version of the item, where this one has none.'),
});
export type TranslatedItem = z.infer<typeof TranslatedItem>;

export const VariantDetail = ModuleVariants.omit({ variants: true, revision: true }).extend({
  variant: LanguageVariant,
  revision: z.int(),
  items: z.array(TranslatedItem).describe('The title, the cards and the questions, in order.'),
  proposal: z
    .strictObject({ state: AiJobState, detail: z.string().nullable(), dropped: Count })
    .nullable()
    .describe('The newest job that has AI translate; `dropped` items were left for people. Null if there is none.'),
});
export type VariantDetail = z.infer<typeof VariantDetail>;

/** Changes the language that the module is written in; 409 `module_state` if the module has a variant in it. */
export const ChooseSourceLanguage = VariantRef;
export type ChooseSourceLanguage = VariantRef;

const item = { part: TranslatedModulePart, item_id: Id, source_hash: z.string().max(64) };

/**
 * Autosaves the translation of one item: 423 `content_locked` while it is in review, 409 `stale_version` if somebody
 * else saved meanwhile, 409 `stale_revision` if the item has changed in the live revision.
 */
export const SaveTranslation = VariantRef.extend({
  ...item,
  version: z.int().min(0).describe('The version that the edit began from; 0 if there was none.'),
  texts: TranslatableTexts,
});
export type SaveTranslation = z.infer<typeof SaveTranslation>;

export const SavedTranslation = z.strictObject({ version: z.int(), texts_hash: z.string(), variant: LanguageVariant });
export type SavedTranslation = z.infer<typeof SavedTranslation>;

/** The translations as the reviewer saw them; 409 `stale_revision` if one has changed. */
const decision = VariantRef.extend({
  items: z
    .array(
      z.strictObject({
        ...item,
        texts_hash: z.string().regex(/^[0-9a-f]{64}$/, { error: () => contractMessage('contentHash') }),
      }),
    )
    .min(1)
    .max(TRANSLATION_LIMITS.items),
});

export const ApproveTranslations = decision;
export type ApproveTranslations = z.infer<typeof ApproveTranslations>;

/** Sends translations back to their authors, with a reason. */
export const RejectTranslations = decision.extend({ reason: textSchema(1, 2_000) });
export type RejectTranslations = z.infer<typeof RejectTranslations>;

/** Takes a live variant from learners. The reason is kept in the audit log. */
export const UnpublishVariant = VariantRef.extend({ reason: textSchema(1, 2_000) });
export type UnpublishVariant = z.infer<typeof UnpublishVariant>;

/** `review`: translations wait for a reviewer. `translate`: items are missing or stale. */
export const VariantQueueState = z.enum(['review', 'translate']);
export type VariantQueueState = z.infer<typeof VariantQueueState>;

export const ListVariants = z.strictObject({
  state: VariantQueueState.default('review'),
  limit: z.int().min(1).max(100).default(20),
  offset: z.int().min(0).max(1_000_000).default(0),
});
export type ListVariants = z.infer<typeof ListVariants>;

/** Variants of published modules, of those that the caller sees. */
export const VariantQueue = z.strictObject({
  variants: z
    .array(
      LanguageVariant.omit({ items: true }).extend({
        module_id: Id,
        title: z.string(),
        course: z.strictObject({ id: Id, title: z.string(), emoji: z.string() }),
        department: z.string().nullable(),
        submitted_at: Timestamp.nullable().describe('When the first of those that wait was submitted.'),
      }),
    )
    .describe('To review: the longest wait first. To translate: the most stale items first.'),
  total: Count,
});
export type VariantQueue = z.infer<typeof VariantQueue>;
