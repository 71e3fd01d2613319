import { z } from 'zod';
import type { Translator } from '../i18n/translator.ts';
import { Count } from '../primitives.ts';
import { CHAT_SERVICE_TRAITS, ChatDeliveryFailure, ChatServiceKind } from './chat.ts';

/** A problem that super admins are notified of, as values: each reader gets it in their language. */
export const NotifiedProblem = z.discriminatedUnion('of', [
  z.strictObject({ of: z.literal('chat'), service: ChatServiceKind, failure: ChatDeliveryFailure }),
  z.strictObject({ of: z.literal('drive'), reason: z.enum(['access_lost', 'undecryptable']) }),
  z.strictObject({
    of: z.literal('grading'),
    verdicts: Count.describe('Grades that people or checks decided on.'),
    wrong: Count.describe('How many of them did not stand. 0 where too few to tell.'),
    newest: Count.describe('How many of the newest grades were compared with earlier ones.'),
    points: z.number().int().describe('Points in 100 that they have more than earlier ones. 0 where too few to tell.'),
  }),
]);
export type NotifiedProblem = z.infer<typeof NotifiedProblem>;

/** Returns why a chat service didn't take a message, and the remedy. */
export function explainChatDeliveryFailure(
  t: Translator<'notifications'>,
  service: ChatServiceKind,
  failure: ChatDeliveryFailure,
): string {
  if (failure === 'undecryptable') return t('chatAdvice.undecryptable');
  return t(`chatAdvice.${failure}`, { service: CHAT_SERVICE_TRAITS[service].label });
}

/** Returns what is wrong and what to do. */
export function explainNotifiedProblem(t: Translator<'notifications'>, problem: NotifiedProblem): string {
  switch (problem.of) {
    case 'chat':
      return explainChatDeliveryFailure(t, problem.service, problem.failure);
    case 'drive':
      return t(`driveAdvice.${problem.reason}`);
    case 'grading': {
      const { verdicts, wrong, newest, points } = problem;
      const moved = { newest, points: Math.abs(points) };
      const sentences = [
        wrong > 0 && t('drift.wrong', { wrong, verdicts }),
        points > 0 && t('drift.more', moved),
        points < 0 && t('drift.fewer', moved),
        t('drift.whatToDo'),
      ];
      return sentences.filter(Boolean).join(' ');
    }
  }
}
