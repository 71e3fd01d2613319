import { z } from 'zod';
import { say } from '#contract';
import { Id, label, text } from '../primitives.ts';
import { AI_LIMITS } from './ai-limits.ts';

/** A BCP 47 tag such as `en` or `pt-BR`. Defaults to the source's own language. */
export const Language = z
  .string()
  .max(35)
  .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/, { error: () => say('languageTag') });

/** A text to generate something from. It is data: instructions in it are not followed. */
export const SourceText = z.strictObject({
  title: text(0, 300),
  text: text(1, AI_LIMITS.sourceText),
});
export type SourceText = z.infer<typeof SourceText>;

/** A document uploaded earlier (`ai.upload`). The job reads the file itself; `name` is its display name. */
export const DocumentSource = z.strictObject({ file_id: Id, name: label(255) });
export type DocumentSource = z.infer<typeof DocumentSource>;

/** The source of cards and questions. */
export const MaterialSource = z.union([SourceText, DocumentSource]);
export type MaterialSource = z.infer<typeof MaterialSource>;

/** A verbatim quote from the source. The server looks it up and drops the item if it isn't there. */
export const Quote = z.string().describe('Word for word from the source.');

export const DroppedCount = z
  .int()
  .min(0)
  .describe('How many were left out because their passage, or an address in them, is not in the source.');

/** Coverage of the source: it is split into parts, each read in separate calls. */
export const Coverage = z.strictObject({
  parts: z.int().min(0),
  parts_read: z.int().min(0),
  not_read: z.array(
    z.strictObject({
      part: z.int().describe('Which, from 1.'),
      begins: z.string().describe('Its first words.'),
      /**
       * It has no words that could be quoted · the provider declined it, perhaps because of its content · the model
       * gave no usable answer to it · the provider didn't accept the request, which may be too long for the model.
       */
      why: z.enum(['nothing_to_quote', 'declined', 'no_answer', 'not_accepted']),
    }),
  ),
});
export type Coverage = z.infer<typeof Coverage>;

/** Null for results generated before coverage was recorded. */
export const NullableCoverage = Coverage.nullable().default(null);
