import type { AiFeature } from '@training/shared/ai-features';
import {
  AnalyseFeedback,
  ExtractDocument,
  GenerateCards,
  GenerateQuiz,
  GradeOralAnswer,
  TranscribeSpeech,
} from '@training/shared/ai-features';
import type { AiJobState } from '@training/shared/ai-jobs';
import { z } from 'zod';
import { topicOf } from '../../../platform/live.ts';

const start = <F extends AiFeature, I extends z.ZodType>(feature: F, input: I) =>
  z.strictObject({ feature: z.literal(feature), input });

/** A feature with its input, as a job keeps it. */
export const AiTask = z.discriminatedUnion('feature', [
  start('card_generation', GenerateCards),
  start('quiz_generation', GenerateQuiz),
  start('document_extraction', ExtractDocument),
  start('feedback_analysis', AnalyseFeedback),
  start('oral_grading', GradeOralAnswer),
  start('speech_to_text', TranscribeSpeech),
]);
export type AiTask = z.infer<typeof AiTask>;

/** Jobs in these states have ended. */
const ENDED: ReadonlySet<AiJobState> = new Set<AiJobState>(['succeeded', 'failed', 'cancelled']);

export function hasEnded({ state }: { state: AiJobState }): boolean {
  return ENDED.has(state);
}

/** Says that a job has come further. */
export const aiJobTopic = (workspaceId: string, id: string) => topicOf(workspaceId, 'ai_job', id);

/** What lists call a job. */
export function titleOf(task: AiTask): string {
  switch (task.feature) {
    case 'card_generation':
    case 'quiz_generation':
      return task.input.source.title.trim() || opening(task.input.source.text);
    case 'document_extraction':
      return task.input.name;
    case 'feedback_analysis': {
      const { subject, comments } = task.input;
      return subject.trim() || `${comments.length} ${comments.length === 1 ? 'comment' : 'comments'}`;
    }
    case 'oral_grading':
      return opening(task.input.question);
    case 'speech_to_text':
      return 'Recording';
  }
}

/** How much of a text stands for the whole, in code points. */
const OPENING = 80;

/** The first words of a text, on one line; without the marks of a heading. */
function opening(text: string): string {
  // Cut before it is looked at letter by letter: the text may be a whole book.
  const words = text.slice(0, 1_000).replace(/^\s*#{1,6}[ \t]+(.*?)[ \t]*#*[ \t]*(?=\n|$)/, '$1');
  const letters = Array.from(words.replaceAll(/\s+/g, ' ').trim().toWellFormed());
  if (letters.length <= OPENING) return letters.join('');
  const whole = letters
    .slice(0, OPENING)
    .join('')
    .replace(/\s\S*$/, '');
  return `${whole}…`;
}
