import { z } from 'zod';
import { Id, label, text } from './primitives.ts';

/** What the features take, at most. */
export const AI_LIMITS = {
  /** Code points of a source text, as much as intake takes twenty times over. */
  sourceText: 1_000_000,
  /** Bytes of an uploaded document. */
  documentBytes: 20 * 1024 * 1024,
  /** Bytes and seconds of a recording (rules/ai 11). */
  audioBytes: 10 * 1024 * 1024,
  audioSeconds: 90,
  cards: 40,
  questions: 20,
  /** As many cards as a section may have, and the code points of each that tell it from others. */
  existingItems: 500,
  existing: 300,
  comments: 500,
  comment: 5_000,
  /** As many and as long as a rubric may have (`CONTENT_LIMITS`). */
  criteria: 20,
  criterion: 1_000,
  transcript: 10_000,
  departments: 500,
  /** Code points of what a new text has, or has not any more, that the one before had. */
  differences: 12_000,
} as const;

/** BCP 47, such as `en` or `pt-BR`; the source's own language when absent. */
export const Language = z
  .string()
  .max(35)
  .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/, 'Must be a language tag such as en or pt-BR');

/** A text to make something of. It is data: nothing in it is followed as an instruction. */
export const SourceText = z.strictObject({
  title: text(0, 300),
  text: text(1, AI_LIMITS.sourceText),
});
export type SourceText = z.infer<typeof SourceText>;

/** A document that was uploaded before (`ai.upload`), which the job reads itself; `name` is what people call it. */
export const DocumentSource = z.strictObject({ file_id: Id, name: label(255) });
export type DocumentSource = z.infer<typeof DocumentSource>;

/** What cards and questions are made of. */
export const MaterialSource = z.union([SourceText, DocumentSource]);
export type MaterialSource = z.infer<typeof MaterialSource>;

/** Word for word from the source, which the server has looked up: what it cannot find there is dropped. */
export const Quote = z.string().describe('Word for word from the source.');

export const Dropped = z
  .int()
  .min(0)
  .describe('How many were left out because their passage, or an address in them, is not in the source.');

/** How much of a source was read: it is cut into parts, each of which is read in calls of its own. */
export const Coverage = z.strictObject({
  parts: z.int().min(0),
  parts_read: z.int().min(0),
  not_read: z.array(
    z.strictObject({
      part: z.int().describe('Which, from 1.'),
      begins: z.string().describe('Its first words.'),
      why: z
        .enum(['nothing_to_quote', 'declined', 'no_answer', 'not_accepted'])
        .describe(
          'It has no words that could be quoted · the provider declined it, perhaps because of its content · the model gave no usable answer to it · the provider didn’t accept the request, which may be too long for the model.',
        ),
    }),
  ),
});
export type Coverage = z.infer<typeof Coverage>;

/** What was made before it was told has none. */
export const Covered = Coverage.nullable().default(null);
