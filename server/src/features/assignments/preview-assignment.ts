import type { AssignmentPreview, PreviewAssignment } from '@training/shared/assignments/assignments';
import type { Context } from '../../core/context.ts';
import { assertMayChange } from './change-assignment.ts';
import { checkRule, refuseOwnRelief } from './check-rule.ts';
import { previewRules } from './preview-several.ts';
import { changedRule, isForOthers, newRule, standingRule, type Rule } from './rule.ts';

/**
 * Returns the effect of a change on each person, without writing anything (rules/assignments 4).
 * @throws AppError as the change itself
 */
export async function previewAssignment(ctx: Context, input: PreviewAssignment): Promise<AssignmentPreview> {
  const { rule, explicit } = await ruleToPreview(ctx, input);
  const { counts, weeks, trainings, total } = await previewRules(ctx, [rule], explicit, input);
  const people = trainings.map(({ user_id, full_name, department, outcome, due_on }) => ({
    user_id,
    full_name,
    department,
    outcome,
    due_on,
  }));
  return { counts, weeks, people, total };
}

async function ruleToPreview(ctx: Context, input: PreviewAssignment): Promise<{ rule: Rule; explicit: boolean }> {
  const { pool } = ctx.db;
  if (input.change === 'create') {
    const rule = newRule(ctx, input);
    await checkRule(pool, ctx, rule);
    return { rule, explicit: true };
  }
  const before = await standingRule(pool, ctx, input.id, false);
  await assertMayChange(pool, ctx, before);
  if (input.change === 'end') {
    const ended = { ...before, ended_at: ctx.now.toISOString(), ended_by_name: ctx.actor.name };
    await refuseOwnRelief(pool, ctx, before, ended);
    return { rule: ended, explicit: false };
  }
  const rule = changedRule(before, input);
  await checkRule(pool, ctx, rule, before);
  await refuseOwnRelief(pool, ctx, before, rule);
  return { rule, explicit: isForOthers(before, rule) };
}
