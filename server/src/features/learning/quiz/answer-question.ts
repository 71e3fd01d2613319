import { isDeepStrictEqual } from 'node:util';
import type { AnswerQuestion } from '@training/shared/learning/attempts';
import type { AnsweredQuestion } from '@training/shared/learning/learning';
import { applyTranslatedTextsToItem } from '@training/shared/translations/item-texts';
import type { Context } from '../../../core/context.ts';
import { inPipelinedTransaction } from '../../../core/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { lockAttempt, type LockedAttempt } from '../attempt.ts';
import { readAttemptAndCycleProgress } from '../cycle-progress.ts';
import { toOwnQuizAnswer } from '../given-answer.ts';
import { storeAnswer } from '../store-answer.ts';
import { toWrittenOptionOrder } from './draw.ts';
import { canonicalizeAnswerResponse, scoreAnswerResponse } from './score-answer-response.ts';

/**
 * Grades and stores the answer to one question (rules/learning 9). A text is right in the language in which the
 * question is shown, and in the source. A repeated call with the same answer gets the same
 * response.
 * @throws AppError as `lockAttempt`; `invalid_request` if the answer is of another kind than the question;
 *   `answered_already`
 */
export function answerQuestion(ctx: Context, input: AnswerQuestion): Promise<AnsweredQuestion> {
  const { attempt_id: attemptId, question_id: questionId, language } = input;
  return inPipelinedTransaction(ctx, async (transaction, last) => {
    const locked = await lockAttempt(transaction, ctx, { attemptId, questionId, language });
    const { draw, shown } = locked;
    const question = shown.texts ? applyTranslatedTextsToItem(locked.question, shown.texts) : locked.question;
    const response = canonicalizeAnswerResponse(toWrittenOptionOrder(draw, question, input.response));
    if (locked.given) {
      assertSameAnswer(locked.given, response);
      const { solutions, ...outcome } = await readAttemptAndCycleProgress(last, ctx, attemptId);
      return { answer: toOwnQuizAnswer(question, locked.given, { draw, solutions }), ...outcome };
    }
    const score = Math.max(
      ...[locked.question, question].map((each) => scoreAnswerResponse(each, response, shown.language)),
    );
    const answer = { response, state: 'graded' as const, score };
    const { answerId, solutions, ...outcome } = await storeAnswer(transaction, ctx, locked, answer, last);
    const given = { ...answer, answer_id: answerId, given_at: ctx.now.toISOString(), carried: false };
    return { answer: toOwnQuizAnswer(question, given, { draw, solutions }), ...outcome };
  });
}

/** Throws if a stored answer differs from the new one. @throws AppError `answered_already` */
export function assertSameAnswer({ response }: NonNullable<LockedAttempt['given']>, again: unknown): void {
  if (isDeepStrictEqual(response, again)) return;
  throw new AppError(
    'answered_already',
    'You have already answered this question differently, and answers are final. Reload.',
  );
}
