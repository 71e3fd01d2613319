import { z } from 'zod';

export const UnreadableReason = z.enum(['encrypted', 'damaged', 'empty', 'too_large', 'too_slow', 'not_text']);
export type UnreadableReason = z.infer<typeof UnreadableReason>;

/**
 * A document whose text can't be extracted. The message is written for the user who chose the document: it says what is
 * wrong and what to do.
 */
export class UnreadableDocumentError extends Error {
  readonly reason: UnreadableReason;

  constructor(reason: UnreadableReason, message: string) {
    super(message);
    this.name = 'UnreadableDocumentError';
    this.reason = reason;
  }
}
