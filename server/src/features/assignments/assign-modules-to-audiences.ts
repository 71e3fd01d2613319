import {
  type CreateSeveralAssignments,
  MAX_TRAININGS_PER_ASSIGN_CALL,
  MAX_ASSIGNMENTS_PER_CALL,
  type SeveralAssignmentsOutcomes,
} from '@training/shared/assignments/assign-several';
import type { CreateAssignment } from '@training/shared/assignments/assignments';
import { z } from 'zod';
import { departmentLimitOf, type Context } from '../../core/context.ts';
import { invalidFieldError } from '../../core/errors.ts';
import { applyOneByOne } from '../../core/apply-one-by-one.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { storeUnappliedAssignment } from './change-assignment.ts';
import { checkRule, MODULE_IS_VISIBLE_TO_CALLER } from './check-rule.ts';
import { buildNewRule, type AssignmentRule } from './assignment-rule.ts';
import { applySmallAssignmentRun } from './run-assignment.ts';

/** A module and an audience, as one assignment. */
type Pair = { input: CreateAssignment; title: string };

const CHOSEN_MODULES = defineStatement({
  name: 'modules-chosen-to-assign',
  scope: 'tenant',
  row: z.strictObject({ id: z.uuid(), title: z.string() }),
  sql: `
select m.id, m.title
from modules m join courses c on c.workspace_id = m.workspace_id and c.id = m.course_id
where m.workspace_id = :workspaceId and ${MODULE_IS_VISIBLE_TO_CALLER}
  and (m.id = any (:moduleIds::uuid[]) or (m.course_id = any (:courseIds::uuid[]) and m.status = 'published'))
order by c.title, m.position, m.id limit :most`,
});

/** Counts no further than the limit. */
const CONCERNED = defineStatement({
  name: 'trainings-concerned-by-assignments',
  scope: 'tenant',
  unprepared: true,
  row: z.strictObject({ concerned: z.int() }),
  sql: `
select count(*)::int as concerned from (
  select 1 from jsonb_populate_recordset(null::assignments, :rules::jsonb) r
  cross join lateral people_of(r, '00000000-0000-0000-0000-000000000000')
  where r.workspace_id = :workspaceId limit :most
) counted`,
});

/**
 * Assigns each chosen module to each audience, each pair in its own transaction. What a repeated request has made
 * before isn't made again (rules/assignments 11).
 * @throws AppError `invalid_request` if this is too much at once
 */
export async function assignModulesToAudiences(
  ctx: Context,
  { request_id, ...input }: CreateSeveralAssignments,
): Promise<SeveralAssignmentsOutcomes> {
  const pairs = await listAssignmentPairs(ctx, input);
  const checked = await checkAssignmentPairs(ctx, pairs);
  await assertWithinPeopleLimit(ctx, checked);
  const outcomes = await applyOneByOne(pairs, async ({ input: given }) => {
    const { id } = await storeUnappliedAssignment(ctx, given, request_id);
    await applySmallAssignmentRun(ctx, id);
    return id;
  });
  return {
    outcomes: outcomes.map(({ item, done, refused }) => ({
      ...toAssignmentPairNames(item),
      assignment_id: done,
      refused,
    })),
  };
}

/** Returns each module with each audience. Modules that the caller can't see are kept, to be refused by name. */
export async function listAssignmentPairs(
  ctx: Context,
  { module_ids, course_ids, to, ...rule }: Omit<CreateSeveralAssignments, 'request_id'>,
): Promise<Pair[]> {
  const found = await CHOSEN_MODULES.all(ctx.db.pool, {
    workspaceId: ctx.workspace.id,
    moduleIds: module_ids,
    courseIds: course_ids,
    ownDepartment: departmentLimitOf(ctx),
    most: MAX_ASSIGNMENTS_PER_CALL + 1,
  });
  const known = new Set(found.map(({ id }) => id));
  const strangers = [...new Set(module_ids)].filter((id) => !known.has(id)).map((id) => ({ id, title: '' }));
  const modules = [...found, ...strangers];
  const audiences = [...new Map(to.map((each) => [JSON.stringify(each), each])).values()];
  if (modules.length === 0)
    throw invalidFieldError('course_ids', 'These courses have no published module to assign', 'nothing_to_assign');
  if (modules.length * audiences.length > MAX_ASSIGNMENTS_PER_CALL) {
    throw invalidFieldError(
      'to',
      `${modules.length} modules for ${audiences.length} audiences are ${modules.length * audiences.length} assignments; ` +
        `at most ${MAX_ASSIGNMENTS_PER_CALL} can be made at once. Choose fewer modules, or fewer departments, roles and people`,
      'too_many_assignments',
    );
  }
  return modules.flatMap(({ id, title }) =>
    audiences.map((audience) => {
      const joiners = audience.kind !== 'user' && rule.joiners;
      return { title, input: { ...rule, module_id: id, to: audience, joiners } };
    }),
  );
}

type CheckedPair = {
  pair: Pair;
  rule: AssignmentRule | null;
  refused: SeveralAssignmentsOutcomes['outcomes'][number]['refused'];
};

/** Returns the rule of each pair, or why it would be refused. */
export async function checkAssignmentPairs(ctx: Context, pairs: readonly Pair[]): Promise<CheckedPair[]> {
  const checked = await applyOneByOne(pairs, async ({ input }) => {
    const rule = buildNewRule(ctx, input);
    await checkRule(ctx.db.pool, ctx, rule);
    return rule;
  });
  return checked.map(({ item, done, refused }) => ({ pair: item, rule: done, refused }));
}

/**
 * Throws if several assignments together concern too many people. A single one may concern any number.
 * @throws AppError `invalid_request`
 */
export async function assertWithinPeopleLimit(ctx: Context, checked: readonly CheckedPair[]): Promise<void> {
  const rules = checked.flatMap(({ rule }) => rule ?? []);
  if (rules.length <= 1) return;
  const { concerned } = await CONCERNED.one(ctx.db.pool, {
    workspaceId: ctx.workspace.id,
    rules: JSON.stringify(rules),
    most: MAX_TRAININGS_PER_ASSIGN_CALL + 1,
  });
  if (concerned > MAX_TRAININGS_PER_ASSIGN_CALL) {
    throw invalidFieldError(
      'to',
      `This concerns more than ${MAX_TRAININGS_PER_ASSIGN_CALL} trainings, counting each person for each module. ` +
        'Choose fewer modules or smaller audiences, or assign one module at a time',
      'too_many_trainings',
    );
  }
}

/** Returns what names a pair in an answer. */
export const toAssignmentPairNames = ({ input: { module_id, to }, title }: Pair) => ({ module_id, module: title, to });
