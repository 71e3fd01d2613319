import type { InferEntity } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type {
  Assignment,
  CreateAssignment,
  EndAssignment,
  UpdateAssignment,
} from '@training/shared/assignments/assignments';
import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';
import { inTransaction } from '../../core/transaction.ts';
import { AppError, invalidFieldError } from '../../core/errors.ts';
import { recordEvent } from '../events/record-event.ts';
import { AssignmentEntity } from './assignment.entity.ts';
import { assertRuleWithinReach, checkRule, assertNoSelfRelief, type RuleNames } from './check-rule.ts';
import { getAssignment } from './read-assignments.ts';
import {
  buildChangedRule,
  buildEndedRule,
  doesChangeAudience,
  buildNewRule,
  getActiveRule,
  type AssignmentRule,
} from './assignment-rule.ts';
import { applySmallAssignmentRun, startAssignmentRun } from './run-assignment.ts';

/**
 * Creates an assignment (rules/assignments 1). Small ones are applied when this returns, larger ones shortly after.
 * @throws AppError as `checkRule`
 */
export async function createAssignment(ctx: Context, input: CreateAssignment): Promise<Assignment> {
  return applied(ctx, await storeUnappliedAssignment(ctx, input));
}

/** Serializes the repetitions of a request. */
const LOCK_REQUEST = defineStatement({
  name: 'lock-request-to-assign',
  scope: 'tenant',
  sql: `select pg_advisory_xact_lock(hashtextextended('assign ' || :workspaceId::text || :requestId::text, 0))`,
});

/**
 * Stores an assignment without applying it; the caller or the job does that. Returns the one that the same request has
 * stored for the module and audience before, if any (rules/assignments 11).
 * @throws AppError as `checkRule` and `ruleOfRepeatedRequest`
 */
export async function storeUnappliedAssignment(
  ctx: Context,
  input: CreateAssignment,
  requestId: string | null = null,
): Promise<Pick<AssignmentRule, 'id'>> {
  const rule = buildNewRule(ctx, input, requestId);
  return inTransaction(ctx, async (em) => {
    const names = await checkRule(em, ctx, rule);
    if (requestId !== null) {
      const { workspaceId, moduleId, userId, departmentId, role } = columnsOf(rule);
      await LOCK_REQUEST.run(em, { workspaceId, requestId });
      const same = { workspaceId, requestId, moduleId, userId, departmentId, role };
      const made = await em.findOne(AssignmentEntity, same);
      if (made !== null) return ruleOfRepeatedRequest(made, rule);
    }
    await insertRule(em, ctx, rule, names);
    await startAssignmentRun(em, ctx, rule, true);
    return rule;
  });
}

/** Stores a checked rule, to be applied by `startAssignmentRun`. @param path Title of the path that it is part of */
export async function insertRule(
  em: EntityManager,
  ctx: Context,
  rule: AssignmentRule,
  names: RuleNames,
  path?: string,
) {
  await em.insert(AssignmentEntity, columnsOf(rule));
  const { due_on, due_days, joiners, again } = rule;
  const changes = { to: names.to, due_on, due_days, joiners, again, path };
  await recordEvent(em, ctx, { action: 'assignment.created', subject: subjectOf(rule, names), changes });
}

/**
 * Returns what a repeated request has made, unless the answer would be untrue.
 * @throws AppError `assignment_ended`; `invalid_request` if the request isn't the same
 */
export function ruleOfRepeatedRequest(
  made: InferEntity<typeof AssignmentEntity>,
  rule: AssignmentRule,
): Pick<AssignmentRule, 'id'> {
  if (made.endedByName !== null) {
    const text = `${made.endedByName} ended the assignment that this request has made. Send a new request_id to assign again.`;
    throw new AppError('assignment_ended', text);
  }
  const isSame =
    made.dueOn === rule.due_on &&
    made.dueDays === rule.due_days &&
    made.joiners === rule.joiners &&
    made.again === rule.again &&
    made.windowDays === rule.window_days;
  // One that was changed since then is still what the request has made.
  if (made.version === 1 && !isSame) {
    refuseReusedRequestId();
  }
  return made;
}

/** @throws AppError `invalid_request` */
export function refuseReusedRequestId(): never {
  const text = 'Was used for an assignment on other terms. Send a new one for another request';
  throw invalidFieldError('request_id', text, 'request_repeated');
}

/**
 * Changes an assignment.
 * @throws AppError `assignment_not_found`, `assignment_ended`, `stale_version`, `self_grading`; as `checkRule`
 */
export async function updateAssignment(ctx: Context, input: UpdateAssignment): Promise<Assignment> {
  const after = await inTransaction(ctx, async (em) => {
    const before = await getActiveRule(em, ctx, input.id, true);
    await assertMayChangeRule(em, ctx, before);
    if (before.version !== input.version) {
      throw new AppError(
        'stale_version',
        `The assignment has changed since version ${input.version}. Look at it again, then change it.`,
      );
    }
    const rule = buildChangedRule(before, input);
    await assertNoSelfRelief(em, ctx, [{ before, after: rule }]);
    if (!(await storeChangedRule(em, ctx, before, rule))) return before;
    await startAssignmentRun(em, ctx, rule, doesChangeAudience(before, rule));
    return rule;
  });
  return applied(ctx, after);
}

/**
 * Stores a changed rule, to be applied by `startAssignmentRun`. Returns false if nothing changes.
 * @throws AppError as `checkRule`
 */
export async function storeChangedRule(
  em: EntityManager,
  ctx: Context,
  before: AssignmentRule,
  rule: AssignmentRule,
): Promise<boolean> {
  const names = await checkRule(em, ctx, rule, before);
  const changes = changesOf(before, rule);
  if (Object.keys(changes).length === 0) return false;
  await updateRow(em, rule);
  await recordEvent(em, ctx, { action: 'assignment.updated', subject: subjectOf(rule, names), changes });
  return true;
}

/**
 * Ends an assignment. Unfinished training is withdrawn unless another assignment covers it.
 * @throws AppError `assignment_not_found`, `assignment_ended`, `forbidden`, `self_grading`
 */
export async function endAssignment(ctx: Context, { id, reason }: EndAssignment): Promise<Assignment> {
  const rule = await inTransaction(ctx, async (em) => {
    const before = await getActiveRule(em, ctx, id, true);
    const names = await assertMayChangeRule(em, ctx, before);
    await assertNoSelfRelief(em, ctx, [{ before, after: buildEndedRule(ctx, before) }]);
    const ended = await storeRuleEnd(em, ctx, before, names, { reason });
    await startAssignmentRun(em, ctx, ended, false);
    return ended;
  });
  return applied(ctx, rule);
}

/** Stores that a rule has ended, to be applied by `startAssignmentRun`. */
export async function storeRuleEnd(
  em: EntityManager,
  ctx: Context,
  before: AssignmentRule,
  names: RuleNames,
  why: { reason?: string | undefined; path?: string },
): Promise<AssignmentRule> {
  const ended = { ...buildEndedRule(ctx, before), version: before.version + 1 };
  await updateRow(em, ended);
  const changes = { to: names.to, ...why };
  await recordEvent(em, ctx, { action: 'assignment.ended', subject: subjectOf(ended, names), changes });
  return ended;
}

async function applied(ctx: Context, { id }: Pick<AssignmentRule, 'id'>): Promise<Assignment> {
  await applySmallAssignmentRun(ctx, id);
  return getAssignment(ctx, { id });
}

const updateRow = (em: EntityManager, rule: AssignmentRule) =>
  em.nativeUpdate(AssignmentEntity, { workspaceId: rule.workspace_id, id: rule.id }, columnsOf(rule));

const columnsOf = (rule: AssignmentRule) => ({
  workspaceId: rule.workspace_id,
  id: rule.id,
  moduleId: rule.module_id,
  audience: rule.audience,
  userId: rule.user_id,
  departmentId: rule.department_id,
  role: rule.role,
  dueOn: rule.due_on,
  dueDays: rule.due_days,
  joiners: rule.joiners,
  again: rule.again,
  windowDays: rule.window_days,
  version: rule.version,
  createdAt: new Date(rule.created_at),
  createdBy: rule.created_by,
  createdByName: rule.created_by_name,
  endedAt: rule.ended_at === null ? null : new Date(rule.ended_at),
  endedByName: rule.ended_by_name,
  requestId: rule.request_id,
});

const subjectOf = ({ id }: AssignmentRule, { module }: RuleNames) => ({ kind: 'assignment', id, name: module });

/** Returns the fields of the rule that differ, as `[before, after]`. */
function changesOf(before: AssignmentRule, after: AssignmentRule): Record<string, [unknown, unknown]> {
  const fields = [
    'audience',
    'user_id',
    'department_id',
    'role',
    'due_on',
    'due_days',
    'joiners',
    'window_days',
  ] as const;
  const changed = fields.filter((field) => before[field] !== after[field]);
  return Object.fromEntries(changed.map((field) => [field, [before[field], after[field]]]));
}

const NAMES = defineStatement({
  name: 'names-of-assignment',
  scope: 'tenant',
  row: z.strictObject({
    module: z.string(),
    to: z.string(),
    department_of_person: z.uuid().nullable(),
    path: z.string().nullable(),
  }),
  sql: `
select m.title as module, coalesce(u.full_name, d.name, 'role ' || a.role) as to, u.department_id as department_of_person,
  (select p.title from path_assignments g join paths p on p.workspace_id = :workspaceId and p.id = g.path_id
    where g.workspace_id = :workspaceId and g.assignment_id = a.id) as path
from assignments a
join modules m on m.workspace_id = a.workspace_id and m.id = a.module_id
left join users u on u.workspace_id = a.workspace_id and u.id = a.user_id
left join departments d on d.workspace_id = a.workspace_id and d.id = a.department_id
where a.workspace_id = :workspaceId and a.id = :id`,
});

/**
 * Throws if the caller may not change the rule.
 * @param isPath True if the assignment of the whole path changes.
 * @throws AppError `forbidden` if a trainer would change training of other departments; `assignment_of_path`
 */
export async function assertMayChangeRule(
  on: StatementRunner,
  ctx: Context,
  rule: AssignmentRule,
  isPath = false,
): Promise<RuleNames> {
  const { department_of_person, path, ...names } = await NAMES.one(on, { workspaceId: ctx.workspace.id, id: rule.id });
  assertRuleWithinReach(ctx, rule, department_of_person);
  if (path !== null && !isPath) {
    const text = `This assignment is part of the path “${path}”. Change or end the assignment of the path instead.`;
    throw new AppError('assignment_of_path', text);
  }
  return names;
}
