import type { CheckedGrade, CheckGrade } from '@training/shared/grading/grade-checks';
import { topics } from '@training/shared/live';
import { actingPersonOf, type Context } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { publish, topicOf } from '../../../platform/live.ts';
import { recordEvent } from '../../events/record-event.ts';
import { gradeOf } from '../grade-of-verdict.ts';
import { lockAnswer } from '../answer/lock-answer.ts';
import { GradeCheckEntity } from '../checks/grade-check.entity.ts';
import { findCheck } from '../checks/read-checks.ts';

/**
 * Grades an answer again without knowing its grade, which stays as it is and is shown afterwards (rules/grading 12).
 * @throws AppError `answer_not_found`, `answer_not_waiting`, `invalid_request`
 */
export function checkGrade(ctx: Context, { id, verdict }: CheckGrade): Promise<CheckedGrade> {
  const { workspace, now } = ctx;
  const workspaceId = workspace.id;
  return inTransaction(ctx, async (em) => {
    const named = await findCheck(em, ctx, id);
    // A person who decides an appeal at the same time may not check afterwards, nor the other way round.
    if (named) await lockAnswer(em, { workspaceId, now }, named.answer_id);
    const found = named && (await findCheck(em, ctx, id));
    if (!found) throw new AppError('answer_not_found', `There is no check ${id} that you may make.`);
    const { score } = gradeOf({ rubric: found.answer.question.rubric, proposal: null }, verdict);
    const { id: checkedById, name: checkedByName } = actingPersonOf(ctx);
    const met = verdict.by === 'criteria' ? verdict.met : null;
    const checked = { checkedAt: now, checkedById, checkedByName, score, met };
    const changed = await em.nativeUpdate(GradeCheckEntity, { workspaceId, id, checkedAt: null }, checked);
    if (changed === 0) throw new AppError('answer_not_waiting', 'Someone has already checked this grade. Reload.');
    const { answer_id, title, model_score } = found;
    await recordEvent(em, ctx, {
      action: 'grade.checked',
      subject: { kind: 'answer', id: answer_id, name: title },
      changes: { score, model_score },
    });
    await publish(em, topicOf(workspaceId, topics.grading));
    return { answer_id, score, model_score, agrees: score === model_score };
  });
}
