import type { EntityManager } from '@mikro-orm/postgresql';
import type { PathRef } from '@training/shared/paths/paths';
import type { AssignPath, EndPathAssignment, UpdatePathAssignment } from '@training/shared/paths/path-assignments';
import type { Context } from '../../core/context.ts';
import { inTransaction } from '../../core/transaction.ts';
import { newId } from '../../platform/ids.ts';
import { createPreparedJson } from '../../platform/prepared-json.ts';
import { AssignmentEntity } from '../assignments/assignment.entity.ts';
import {
  assertMayChangeRule,
  storeChangedRule,
  storeRuleEnd,
  insertRule,
  ruleOfRepeatedRequest,
  refuseReusedRequestId,
} from '../assignments/change-assignment.ts';
import { checkRule, assertNoSelfRelief } from '../assignments/check-rule.ts';
import { doesChangeAudience, type AssignmentRule } from '../assignments/assignment-rule.ts';
import { applySmallAssignmentRun, startAssignmentRun } from '../assignments/run-assignment.ts';
import { recordEvent } from '../events/record-event.ts';
import { PathAssignmentModuleEntity, type PathRow } from './path.entity.ts';
import {
  planPathAssignment,
  planChangedRules,
  lockPathAssignmentRules,
  findPathAssignmentRuleChanges,
  planEndedRules,
} from './path-assignment-rules.ts';

/** A rule that was written, and whether it also applies to people who are there already. */
type Written = { rule: AssignmentRule; explicit: boolean };

/**
 * Assigns each module of a path on the same terms, once for each `request_id` (rules/paths 3).
 * @throws AppError `path_not_found`, `path_archived`; as `checkRule` and `idMadeBefore`
 */
export async function assignPath(ctx: Context, input: AssignPath): Promise<PathRef> {
  const { id, written } = await inTransaction(ctx, async (em) => {
    const { path, rules, audience } = await planPathAssignment(em, ctx, input);
    const before = await idMadeBefore(em, path, rules);
    if (before !== null) return { id: before, written: [] };
    const id = newId();
    const made: Written[] = [];
    for (const rule of rules) made.push(await insertPart(em, ctx, path, id, rule));
    await recordAssigned(em, ctx, path, id, input, audience);
    return { id, written: await startAssignmentRuns(em, ctx, made) };
  });
  await applySmallAssignmentRuns(ctx, written);
  return createPreparedJson(JSON.stringify({ id }), { created: written.length > 0 });
}

async function recordAssigned(
  em: EntityManager,
  ctx: Context,
  { id, title }: PathRow,
  assignment_id: string,
  { to, due_on, due_days }: AssignPath,
  audience: string,
): Promise<void> {
  await recordEvent(em, ctx, {
    action: 'path.assigned',
    subject: { kind: 'path', id, name: title },
    changes: { to: audience, due_on, due_days, assignment_id },
    outgoing: { path_id: id, title, assignment_id, to, due_on, due_days },
  });
}

/**
 * Returns the assignment that the same request has made of the locked path; null if there is none.
 * @throws AppError as `ruleOfRepeatedRequest`; `invalid_request` if the request was for something else
 */
async function idMadeBefore(em: EntityManager, path: PathRow, [rule]: AssignmentRule[]): Promise<string | null> {
  if (!rule?.request_id) return null;
  const { workspace_id: workspaceId, request_id: requestId, user_id: userId, department_id: departmentId, role } = rule;
  const same = { workspaceId, requestId, userId, departmentId, role };
  const made = await em.findOne(AssignmentEntity, same, { orderBy: { endedAt: 'asc nulls first' } });
  if (made === null) return null;
  const part = await em.findOne(PathAssignmentModuleEntity, { workspaceId, assignmentId: made.id, pathId: path.id });
  if (part === null) refuseReusedRequestId();
  ruleOfRepeatedRequest(made, rule);
  return part.id;
}

/**
 * Changes the audience and the days of an assignment of a path.
 * @throws AppError `assignment_not_found`, `assignment_ended`, `stale_version`, `forbidden`, `self_grading`; as
 *   `checkRule`
 */
export async function updatePathAssignment(ctx: Context, input: UpdatePathAssignment): Promise<PathRef> {
  const written = await inTransaction(ctx, async (em) => {
    const made: Written[] = [];
    const changes = planChangedRules(await lockPathAssignmentRules(em, ctx, input.id), input);
    await assertNoSelfRelief(em, ctx, changes);
    for (const { before, after } of changes) {
      if (await storeChangedRule(em, ctx, before, after))
        made.push({ rule: after, explicit: doesChangeAudience(before, after) });
    }
    return startAssignmentRuns(em, ctx, made);
  });
  await applySmallAssignmentRuns(ctx, written);
  return { id: input.id };
}

/**
 * Ends an assignment of a path.
 * @throws AppError `assignment_not_found`, `assignment_ended`, `forbidden`, `self_grading`
 */
export async function endPathAssignment(ctx: Context, { id, reason }: EndPathAssignment): Promise<PathRef> {
  const written = await inTransaction(ctx, async (em) => {
    return startAssignmentRuns(
      em,
      ctx,
      await endParts(em, ctx, await lockPathAssignmentRules(em, ctx, id), { reason }),
    );
  });
  await applySmallAssignmentRuns(ctx, written);
  return { id };
}

/**
 * Gives added modules of a path to everyone to whom it is assigned, and takes removed ones away, within a transaction.
 * Then start and apply what it returns.
 * @throws AppError `forbidden` if a trainer would change training of other departments; `self_grading`
 */
export async function syncPathAssignmentRules(
  em: EntityManager,
  ctx: Context,
  path: PathRow,
  modules: ReadonlySet<string>,
): Promise<Written[]> {
  const written: Written[] = [];
  const gone: AssignmentRule[] = [];
  for (const { id, removed, added } of await findPathAssignmentRuleChanges(em, ctx, path.id, modules)) {
    for (const rule of added) written.push(await insertPart(em, ctx, path, id, rule));
    gone.push(...removed);
  }
  return [...written, ...(await endParts(em, ctx, gone, { path: path.title }))];
}

/** Ends parts, unless that would relieve only the caller. @throws AppError `self_grading` */
async function endParts(
  em: EntityManager,
  ctx: Context,
  parts: AssignmentRule[],
  why: Parameters<typeof storeRuleEnd>[4],
) {
  await assertNoSelfRelief(em, ctx, planEndedRules(ctx, parts));
  const written: Written[] = [];
  for (const before of parts) {
    const names = await assertMayChangeRule(em, ctx, before, true);
    written.push({ rule: await storeRuleEnd(em, ctx, before, names, why), explicit: false });
  }
  return written;
}

/** Stores the assignment of a module as a part of a path's, with the checks of its first part. */
async function insertPart(
  em: EntityManager,
  ctx: Context,
  path: PathRow,
  id: string,
  rule: AssignmentRule,
): Promise<Written> {
  const names = await checkRule(em, ctx, rule, rule);
  await insertRule(em, ctx, rule, names, path.title);
  const part = { workspaceId: rule.workspace_id, assignmentId: rule.id, id, pathId: path.id };
  await em.insert(PathAssignmentModuleEntity, part);
  return { rule, explicit: true };
}

/** Starts the runs, last in the transaction because others wait for them. */
export async function startAssignmentRuns(em: EntityManager, ctx: Context, written: Written[]): Promise<Written[]> {
  for (const { rule, explicit } of written) await startAssignmentRun(em, ctx, rule, explicit);
  return written;
}

/** Applies small changes before the answer; a job applies the others. */
export async function applySmallAssignmentRuns(ctx: Context, written: readonly Written[]): Promise<void> {
  for (const { rule } of written) await applySmallAssignmentRun(ctx, rule.id);
}
