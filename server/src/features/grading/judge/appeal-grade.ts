import type { AppealGrade, OwnSpokenAnswer } from '@training/shared/grading/grading';
import { liveTopics } from '@training/shared/live';
import type { Context } from '../../../core/context.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { publishTopics, workspaceLiveTopicOf } from '../../../platform/topic-changes.ts';
import { recordEvent } from '../../events/record-event.ts';
import { assertOwnAnswer, readOwnSpokenAnswer } from '../answer/own-answer.ts';
import { AppealEntity } from '../grade.entity.ts';
import { lockAnswer } from '../answer/lock-answer.ts';
import { SPOKEN_ANSWER_LIMITS } from '@training/shared/grading/grading-limits';

/** Milliseconds. */
const DAY = 86_400_000;

/**
 * Appeals the grade of the caller's answer. Another appeal is possible if the grade is lowered after the decision
 * (rules/grading 8).
 * @throws AppError `answer_not_found`, `appealed_already`, `answer_not_waiting`
 */
export function appealGrade(ctx: Context, { answer_id, words }: AppealGrade): Promise<OwnSpokenAnswer> {
  const { workspace, now } = ctx;
  return inTransaction(ctx, async (em) => {
    const locked = await lockAnswer(em, { workspaceId: workspace.id, now }, answer_id);
    assertOwnAnswer(ctx, locked);
    const { answerId } = locked;
    const { appeal, appeal_by } = await readOwnSpokenAnswer(ctx, answerId, em);
    if (appeal_by === null && appeal !== null) {
      const words =
        appeal.decided_at === null
          ? 'You have already appealed, and your appeal waits for a decision.'
          : `Your appeal has been decided. You can appeal again if the grade is lowered afterwards, for ${SPOKEN_ANSWER_LIMITS.appealWithin} days.`;
      throw new AppError('appealed_already', words);
    }
    if (appeal_by === null) {
      throw new AppError(
        'answer_not_waiting',
        `Nothing to appeal: the answer has no grade yet, has full marks, or was graded more than ${SPOKEN_ANSWER_LIMITS.appealWithin} days ago.`,
      );
    }
    const named = { workspaceId: workspace.id, answerId };
    const number = 1 + (await em.count(AppealEntity, named));
    const decideBy = new Date(now.getTime() + SPOKEN_ANSWER_LIMITS.appealDecidedWithin * DAY);
    await em.insert(AppealEntity, { ...named, number, words, at: now, decideBy });
    await recordEvent(em, ctx, {
      action: 'answer.appealed',
      subject: { kind: 'answer', id: answerId, name: locked.moduleTitle },
      changes: { module_id: locked.moduleId, score: locked.score, words },
    });
    await publishTopics(em, workspaceLiveTopicOf(workspace.id, liveTopics.grading));
    return readOwnSpokenAnswer(ctx, answerId, em);
  });
}
