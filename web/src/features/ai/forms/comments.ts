import { AnalyseFeedback } from '@training/shared/ai/ai-features';
import { z } from 'zod';
import { LanguageField } from './languages.tsx';

export const Separator = z.enum(['line', 'blank_line']);
export type Separator = z.infer<typeof Separator>;

/** Splits a pasted text into comments, in their order. */
export function commentsOf(text: string, separator: Separator): string[] {
  const parts = text.split(separator === 'line' ? /\r?\n/ : /\r?\n(?:[^\S\n]*\r?\n)+/);
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

const { comments: Comments, subject } = AnalyseFeedback.shape;

/** The form's values. An error in one comment is reported on the whole field, with the comment's position. */
export const FeedbackValues = z
  .object({ subject, text: z.string(), separator: Separator, language: LanguageField })
  .transform(({ text, separator, ...rest }, ctx) => {
    const comments = Comments.safeParse(commentsOf(text, separator));
    if (comments.success) return { ...rest, comments: comments.data };
    const [issue] = comments.error.issues;
    const place = issue?.path[0];
    const message = sayWrong(issue?.message ?? '', place, commentsOf(text, separator).length);
    ctx.addIssue({ code: 'custom', path: ['text'], message });
    return z.NEVER;
  });

function sayWrong(message: string, place: PropertyKey | undefined, count: number): string {
  if (typeof place === 'number') return `Comment ${place + 1}: ${message}`;
  return count === 0 ? 'Paste at least one comment' : `These are ${count} comments. ${message}`;
}
