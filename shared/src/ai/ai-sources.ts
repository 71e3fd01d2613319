import { z } from 'zod';
import { contractMessage } from '#contract';
import { Id, labelSchema, textSchema } from '../primitives.ts';
import { AI_INPUT_LIMITS } from './ai-limits.ts';

/** A BCP 47 tag such as `en` or `pt-BR`. Defaults to the source's own language. */
export const AiLanguageTag = z
  .string()
  .max(35)
  .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/, { error: () => contractMessage('languageTag') });

/** A text to generate something from. It is data: instructions in it are not followed. */
export const SourceText = z.strictObject({
  title: textSchema(0, 300),
  text: textSchema(1, AI_INPUT_LIMITS.sourceText),
});
export type SourceText = z.infer<typeof SourceText>;

/** A document uploaded earlier (`ai.upload`). The job reads the file itself; `name` is its display name. */
export const UploadedDocumentSource = z.strictObject({ file_id: Id, name: labelSchema(255) });
export type UploadedDocumentSource = z.infer<typeof UploadedDocumentSource>;

/** The source of cards and questions. */
export const GenerationSource = z.union([SourceText, UploadedDocumentSource]);
export type GenerationSource = z.infer<typeof GenerationSource>;

/** A verbatim quote from the source. The server looks it up and drops the item if it isn't there. */
export const VerbatimSourceQuote = z.string().describe('Word for word from the source.');

export const DroppedItemCount = z
  .int()
  .min(0)
  .describe('How many were left out because their passage, or an address in them, is not in the source.');

/** Coverage of the source: it is split into parts, each read in separate calls. */
export const SourceReadingCoverage = z.strictObject({
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
export type SourceReadingCoverage = z.infer<typeof SourceReadingCoverage>;

/** Null for results generated before coverage was recorded. */
export const NullableSourceReadingCoverage = SourceReadingCoverage.nullable().default(null);
